import fc from "fast-check";
import { expect, test } from "vitest";
import { accentTokens, contrast, parseColour } from "./accent.ts";

/** `light-dark(rgb(1 2 3), rgb(4 5 6))` as two colours. */
function coloursOf(token: string): [light: Colour, dark: Colour] {
  const [light, dark] = [...token.matchAll(/rgb\((\d+) (\d+) (\d+)\)/g)].map(([, ...parts]): Colour => [
    Number(parts[0]),
    Number(parts[1]),
    Number(parts[2]),
  ]);
  if (!light || !dark) throw new Error(`${token} has no two colours`);
  return [light, dark];
}
type Colour = readonly [number, number, number];

const byte = fc.integer({ min: 0, max: 255 });
const colour = fc
  .tuple(byte, byte, byte)
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`);

test("SHELL-07 whatever colour a brand chooses, text in it and on it reaches 4.5:1 in light and dark", () => {
  fc.assert(
    fc.property(colour, (chosen) => {
      const tokens = accentTokens(chosen);
      if (!tokens) throw new Error(`${chosen} was not understood`);
      const [light, dark] = coloursOf(tokens["--accent"]);
      const [onLight, onDark] = coloursOf(tokens["--on-accent"]);
      expect(contrast(light, [236, 236, 232])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, [42, 45, 49])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onLight, light)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onDark, dark)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("what is no colour changes nothing", () => {
  expect(accentTokens("green")).toBeNull();
  expect(parseColour("#12345")).toBeNull();
});

test("black on white is the greatest contrast there is", () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { accentTokens, contrast, parseColor } from "./accent.ts";

/** `light-dark(rgb(1 2 3), rgb(4 5 6))` as two colors. */
function colorsOf(token: string): [light: Color, dark: Color] {
  const [light, dark] = [...token.matchAll(/rgb\((\d+) (\d+) (\d+)\)/g)].map(([, ...parts]): Color => [
    Number(parts[0]),
    Number(parts[1]),
    Number(parts[2]),
  ]);
  if (!light || !dark) throw new Error(`${token} has no two colors`);
  return [light, dark];
}
type Color = readonly [number, number, number];

const byte = fc.integer({ min: 0, max: 255 });
const color = fc
  .tuple(byte, byte, byte)
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`);

test("SHELL-07 for any color that a brand chooses, text in it and on it reaches 4.5:1 in light and dark", () => {
  fc.assert(
    fc.property(color, (chosen) => {
      const tokens = accentTokens(chosen);
      if (!tokens) throw new Error(`${chosen} was not understood`);
      const [light, dark] = colorsOf(tokens["--accent"]);
      const [onLight, onDark] = colorsOf(tokens["--on-accent"]);
      expect(contrast(light, [236, 236, 232])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, [42, 45, 49])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onLight, light)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onDark, dark)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("text that is not a color is ignored", () => {
  expect(accentTokens("green")).toBeNull();
  expect(parseColor("#12345")).toBeNull();
});

test("black on white has the greatest possible contrast", () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
});

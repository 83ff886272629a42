type Rgb = readonly [number, number, number];

const RAISED_LIGHT: Rgb = [255, 255, 255];
/** The darkest and lightest backgrounds behind accent-colored text, as in `tokens.css`. */
const LIGHT_GROUND: Rgb = [236, 236, 232];
const DARK_GROUND: Rgb = [42, 45, 49];
const INK: Rgb = [13, 20, 17];
const ENOUGH = 4.5;
/** Includes a margin, because the browser rounds mixed colors. */
const AIM = ENOUGH + 0.05;

type AccentTokens = Readonly<Record<"--accent" | "--accent-hover" | "--on-accent", string>>;

/**
 * Returns the accent's tokens for light and dark, adjusted so that text in the brand's color and text on it reach
 * 4.5:1. Returns null for an unreadable color. The default accent is used then.
 */
export function accentTokens(accent: string): AccentTokens | null {
  const color = parseColor(accent);
  if (!color) return null;
  const light = moveUntil(color, INK, (tried) => contrast(tried, LIGHT_GROUND) >= AIM);
  const dark = moveUntil(color, RAISED_LIGHT, (tried) => contrast(tried, DARK_GROUND) >= AIM);
  return {
    "--accent": pair(light, dark),
    "--accent-hover": pair(mix(light, INK, 0.2), mix(dark, RAISED_LIGHT, 0.25)),
    "--on-accent": pair(readableOn(light), readableOn(dark)),
  };
}

/** Returns the color of letters on a color, `#rrggbb`: white, unless dark ink is easier to read. */
export function inkOn(accent: string): string {
  const ink = readableOn(parseColor(accent) ?? INK);
  return `#${ink.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the tokens of a mark with letters, which needs no darker foot; none for the plain mark. */
export function markTokens(letters: string | undefined): Readonly<Record<string, string>> {
  return letters === undefined ? {} : { "--mark": JSON.stringify(letters), "--mark-foot": "0" };
}

/** Returns the WCAG contrast of two colors: 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [brighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((brighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Parses `#1f6b4a`. Returns null for anything else. */
export function parseColor(text: string): Rgb | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (!digits) return null;
  const part = (at: number) => Number.parseInt(digits[at] ?? "0", 16);
  return [part(1), part(2), part(3)];
}

function readableOn(ground: Rgb): Rgb {
  return contrast(RAISED_LIGHT, ground) >= ENOUGH ? RAISED_LIGHT : INK;
}

function moveUntil(from: Rgb, to: Rgb, good: (tried: Rgb) => boolean): Rgb {
  for (let share = 0; share <= 1; share += 0.04) {
    const tried = mix(from, to, share);
    if (good(tried)) return tried;
  }
  return to;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [part(0), part(1), part(2)];
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function pair(light: Rgb, dark: Rgb): string {
  return `light-dark(rgb(${light.join(" ")}), rgb(${dark.join(" ")}))`;
}

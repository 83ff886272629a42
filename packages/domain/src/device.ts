/** Each browser's mark in what it calls itself; the first that is found counts, as most also name those after it. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** The names by which people know a device; null where it does not say. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Which browser and system a user agent names. Both are words of ours, whatever it holds besides. */
export function deviceOf(userAgent: string): Device {
  return {
    browser: browsers.find(([mark]) => mark.test(userAgent))?.[1] ?? null,
    system: systems.find(([mark]) => mark.test(userAgent))?.[1] ?? null,
  };
}

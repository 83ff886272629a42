/** Marks of browsers in user agents. The first match counts, because most user agents also contain the later ones. */
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

/** Names of a device that people know, null where unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Returns the browser and system of a user agent. Both names are from our own lists, never from the user agent. */
export function deviceOf(userAgent: string): Device {
  return {
    browser: browsers.find(([mark]) => mark.test(userAgent))?.[1] ?? null,
    system: systems.find(([mark]) => mark.test(userAgent))?.[1] ?? null,
  };
}

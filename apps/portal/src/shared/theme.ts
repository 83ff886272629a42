import { themeKey } from "./stored.ts";

export type Theme = "system" | "light" | "dark";

/** What the person chose; the system's own theme unless she did. */
export function readTheme(): Theme {
  return themeOf(typeof localStorage === "undefined" ? null : localStorage.getItem(themeKey));
}

/** The theme of that name; the system's own for any other text. */
export function themeOf(name: string | null): Theme {
  return name === "light" || name === "dark" ? name : "system";
}

/** Shows a theme without keeping it. */
export function showTheme(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** Shows a theme and keeps it for the next visit. */
export function chooseTheme(theme: Theme) {
  if (theme === "system") localStorage.removeItem(themeKey);
  else localStorage.setItem(themeKey, theme);
  showTheme(theme);
}

/** Puts the brand's accent in the place of the tokens' own. */
export function showAccent(tokens: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(name, value);
}

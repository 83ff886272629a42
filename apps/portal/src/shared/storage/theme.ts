import { themeKey } from "./stored.ts";

export type Theme = "system" | "light" | "dark";

/** Returns the person's choice; by default the system's theme. */
export function readTheme(): Theme {
  return themeOf(typeof localStorage === "undefined" ? null : localStorage.getItem(themeKey));
}

/** Returns the theme of that name; the system's theme for any other text. */
export function themeOf(name: string | null): Theme {
  return name === "light" || name === "dark" ? name : "system";
}

/** Shows a theme without storing it. */
export function showTheme(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** Shows a theme and stores it for the next visit. */
export function chooseTheme(theme: Theme) {
  if (theme === "system") localStorage.removeItem(themeKey);
  else localStorage.setItem(themeKey, theme);
  showTheme(theme);
}

/** Replaces the default accent by the brand's accent. */
export function showAccent(tokens: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(name, value);
}

import { useState } from "react";
import { words } from "#words/shell";
import { brand, copyrightLine, settings } from "../../shared/settings/settings.ts";
import { chooseTheme, readTheme, type Theme, themeOf } from "../../shared/storage/theme.ts";
import styles from "./shell.module.css";

/** Contact, legal, copyright, and the choice between light and dark. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerInner}>
        <span className={styles.copyright}>{words.copyright(copyrightLine(settings))}</span>
        <a href={`mailto:${brand.supportEmail}`}>{words.contact}</a>
        <a href={brand.legalUrl}>{words.legal}</a>
        <ThemeChoice />
      </div>
    </footer>
  );
}

const choices: readonly { theme: Theme; label: string }[] = [
  { theme: "system", label: words.themeSystem },
  { theme: "light", label: words.themeLight },
  { theme: "dark", label: words.themeDark },
];

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <label className={styles.theme}>
      {words.theme}
      <select
        value={theme}
        onChange={(event) => {
          const chosen = themeOf(event.target.value);
          chooseTheme(chosen);
          setTheme(chosen);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.theme} value={choice.theme}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

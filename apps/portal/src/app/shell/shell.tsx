import { LiveRegion } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { PortalLink } from "@foyer/contract/portal-settings";
import { Disclosure, disclosureItemClass } from "@foyer/ui/disclosure";
import { words } from "#words/shell";
import { words as common } from "#words/common";
import { DeskLinks } from "./desk-links.tsx";
import styles from "./shell.module.css";
import { brand, copyrightLine, settings } from "../../shared/settings/settings.ts";
import { chooseTheme, readTheme, type Theme, themeOf } from "../../shared/storage/theme.ts";
import { Link } from "../../shared/screens/router.tsx";

interface ShellProps {
  /** The signed-in person's name and links; below the header. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: header, bar, content, footer. */
export function Shell({ bar, children }: ShellProps) {
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <SiteHeader />
      {bar}
      <OfflineNotice />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter />
      <LiveRegion />
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Shows a message while the browser is offline. */
function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <div className={styles.offline}>
      <Notice kind="warning">{common.offline}</Notice>
    </div>
  );
}

/** Contact, legal, copyright, and the choice between light and dark. */
function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerInner}>
        <span className={styles.copyright}>{words.copyright(copyrightLine(settings))}</span>
        <a href={`mailto:${brand.supportEmail}`}>{words.contact}</a>
        <a href={brand.legalUrl}>{words.legal}</a>
        <DeskLinks />
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

const isSelling = brand.products.some((product) => product.isSold);
const menus: readonly { label: string; links: readonly PortalLink[] }[] = [
  {
    label: words.products,
    links: [...brand.menus.products, ...(isSelling ? [{ label: words.buy, href: "/buy" }] : [])],
  },
  { label: words.company, links: brand.menus.company },
  { label: words.help, links: brand.menus.help },
];

/** The page's title, and three lists of links out; below 600 px they share one button. */
function SiteHeader() {
  return (
    <header className={styles.header}>
      <div className={styles.headerInner}>
        <Link to="/" className={styles.title}>
          <span className={styles.mark} aria-hidden="true" />
          {brand.accountsTitle}
        </Link>
        <nav className={styles.menus} aria-label={words.siteMenu}>
          {menus.map(({ label, links }) => (
            <Disclosure key={label} label={label} align="end">
              {() => <LinkList links={links} itemClass={disclosureItemClass} />}
            </Disclosure>
          ))}
        </nav>
        <div className={styles.collapsed}>
          <Disclosure label={words.menu} bare>
            {() => (
              <nav className={styles.panel} aria-label={words.siteMenu}>
                {menus.map(({ label, links }) => (
                  <div key={label}>
                    <h2>{label}</h2>
                    <LinkList links={links} />
                  </div>
                ))}
              </nav>
            )}
          </Disclosure>
        </div>
      </div>
    </header>
  );
}

function LinkList({ links, itemClass }: { links: readonly PortalLink[]; itemClass?: string }) {
  return (
    <ul>
      {links.map(({ label, href }) => (
        <li key={href}>
          <a href={href} className={itemClass}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

import type { PortalLink } from "@foyer/contract/portal-settings";
import { Disclosure, disclosureItemClass } from "@foyer/ui/disclosure";
import { words } from "#words/shell";
import { Link } from "../../shared/screens/router.tsx";
import { brand } from "../../shared/settings/settings.ts";
import styles from "./shell.module.css";

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
export function SiteHeader() {
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

import { words } from "#words/account";
import styles from "./account-page.module.css";

/** Where each section of the account page is found. */
export const sectionIds = {
  account: "account",
  appAccess: "app-access",
  team: "team",
} as const;

const entries: readonly { id: string; label: string }[] = [
  { id: sectionIds.account, label: words.accountSection },
  { id: sectionIds.appAccess, label: words.appAccessSection },
  { id: sectionIds.team, label: words.teamSection },
];

/** The account page's sections, beside them on a wide screen. */
export function AccountIndex() {
  return (
    <nav className={styles.index} aria-label={words.index}>
      <ul>
        {entries.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { words } from "#words/account";
import styles from "./account-page.module.css";

/** The fragment of each section of the account page. */
export const sectionIds = {
  account: "account",
  security: "security",
  payment: "payment",
  appAccess: "app-access",
  team: "team",
  legacy: "legacy-keys",
} as const;

/** Links to the account page's sections, next to them on a wide screen. */
export function AccountIndex({ hasPayment }: { hasPayment: boolean }) {
  const entries = [
    { id: sectionIds.account, label: words.accountSection },
    { id: sectionIds.security, label: words.securitySection },
    ...(hasPayment ? [{ id: sectionIds.payment, label: words.paymentSection }] : []),
    { id: sectionIds.appAccess, label: words.appAccessSection },
    { id: sectionIds.team, label: words.teamSection },
    { id: sectionIds.legacy, label: words.legacySection },
  ];
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

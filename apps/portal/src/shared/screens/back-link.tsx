import { words } from "#words/common";
import { Link } from "./router.tsx";
import styles from "./back-link.module.css";
import { brand } from "../settings/settings.ts";
import { forgetTeam } from "../storage/team-choice.ts";

/** "Back to <provider> Accounts"; clears the chosen team (SHELL-06). */
export function BackLink() {
  return (
    <div className={styles.line}>
      <Link to="/" className={styles.back} onClick={forgetTeam}>
        <span aria-hidden="true">←</span> {words.backTo(brand.accountsTitle)}
      </Link>
    </div>
  );
}

import { buttonClass } from "@foyer/ui/button";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { words as account } from "#words/account";
import { words } from "#words/upgrade";
import { Link } from "../../shared/screens/router.tsx";
import { upgradesQuery } from "../../shared/requests/queries.ts";
import styles from "../account-page.module.css";

/** Upgrades that are not assigned to seats yet; renders nothing if there are none (HOME-02). */
export function UpgradesBox() {
  const upgrades = useQuery(upgradesQuery);
  if (!upgrades.data || upgrades.data.length === 0) return null;
  return (
    <Section title={words.boxTitle}>
      <ul className={styles.rows}>
        {upgrades.data.map((upgrade) => (
          <li key={upgrade.registration_id} className={styles.row}>
            <p>{words.boxLine(upgrade.upgrade_name, upgrade.upgrades_available)}</p>
            <Link
              to="/license-upgrade"
              state={{ upgrade }}
              aria-label={account.actOn(words.boxAction, upgrade.upgrade_name)}
              className={buttonClass({ look: "primary", small: true })}
            >
              {words.boxAction}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

import type { StaffLicense } from "@foyer/contract/staff-wire";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { words } from "#words/admin";
import { Link } from "../../shared/screens/router.tsx";
import { shownName } from "../../shared/settings/shown-name.ts";
import { useIsOver } from "../../shared/settings/use-is-over.ts";
import styles from "../admin.module.css";
import { termOf } from "../license/license-term.ts";
import { licensePage } from "../search/hit-page.ts";

/** The licenses that a person owns. */
export function OwnedLicenses({ licenses }: { licenses: readonly StaffLicense[] }) {
  const isOver = useIsOver();
  return (
    <Section title={words.licenses}>
      {licenses.length === 0 ? (
        <p>{words.noLicenses}</p>
      ) : (
        <Table dense caption={words.licenses} head={[words.license, words.seatsUsedLabel, words.subscription]}>
          {licenses.map((license) => (
            <tr key={license.id}>
              <Cell label={words.license}>
                <div>
                  <Link to={licensePage(license.id)}>{shownName(license.description, license.product_id)}</Link>
                  <p className={styles.id}>{license.id}</p>
                </div>
              </Cell>
              <Cell label={words.seatsUsedLabel}>{words.seatsUsed(license.used_seats, license.total_seats)}</Cell>
              <Cell label={words.subscription}>{termOf(license, isOver(license))}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

import type { LegalHold } from "@foyer/contract/staff-wire";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/admin";
import { Link } from "../../shared/screens/router.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { Screen } from "../../shared/screens/screen.tsx";
import { legalHoldsQuery } from "../queries.ts";
import { accountPage } from "../search/hit-page.ts";
import { formatTime } from "../times.ts";

/** The accounts with a legal hold, which prevents the deletion of their data (ERASE-04). */
export function LegalHoldsScreen() {
  const holds = useQuery(legalHoldsQuery);
  return (
    <Screen title={words.holds}>
      <p className={mutedClass}>{words.holdsText}</p>
      <Section title={words.holds}>
        <Loaded query={holds} failed={words.holdsFailed} lines={[0.9, 0.8]}>
          {(all) => (all.length === 0 ? <EmptyState title={words.noHolds} /> : <Holds holds={all} />)}
        </Loaded>
      </Section>
    </Screen>
  );
}

function Holds({ holds }: { holds: readonly LegalHold[] }) {
  return (
    <Table dense caption={words.holds} head={[words.who, words.keptUntil, words.reason, words.setBy, words.erasure]}>
      {holds.map((hold) => (
        <tr key={hold.username}>
          <Cell label={words.who}>
            <Link to={accountPage(hold.username)}>{hold.username}</Link>
          </Cell>
          <Cell label={words.keptUntil}>{formatTime(hold.until)}</Cell>
          <Cell label={words.reason}>{hold.reason}</Cell>
          <Cell label={words.setBy}>{hold.set_by}</Cell>
          <Cell label={words.erasure}>
            {hold.erased_by === null ? words.stillOpen : words.erasedBy(formatTime(hold.erased_by))}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

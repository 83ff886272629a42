import type { MatchedContract, StaffStatement } from "@foyer/contract/staff-statements";
import { cents, formatMoney } from "@foyer/domain/money";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/admin-desk";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { Link } from "../../shared/screens/router.tsx";
import { Screen } from "../../shared/screens/screen.tsx";
import { serviceClockQuery } from "../../shared/settings/service-clock.ts";
import styles from "../admin.module.css";
import { statementsQuery } from "../queries.ts";
import { ActButton, useActDialog } from "../repair/act-buttons.tsx";
import type { OfferedAct } from "../repair/offered-act.ts";
import { licensePage } from "../search/hit-page.ts";
import { formatTime } from "../times.ts";
import { carryOut, closeStatement } from "./statement-acts.ts";

const DAY_MS = 86_400_000;
const isDecided = ({ decided }: StaffStatement): boolean => decided !== null;

/** The queue of consumers' statements, with their due dates (DESK-06). */
export function DeskScreen() {
  const statements = useQuery(statementsQuery);
  const { open, dialog } = useActDialog("statement");
  const decided = statements.data?.filter(isDecided) ?? [];
  return (
    <Screen title={words.title}>
      <p className={mutedClass}>{words.text}</p>
      <Section title={words.open}>
        <Loaded query={statements} failed={words.failed} lines={[0.9, 0.8]}>
          {(all) => <Statements caption={words.open} statements={all.filter((one) => !isDecided(one))} open={open} />}
        </Loaded>
      </Section>
      {decided.length > 0 && (
        <Section title={words.decided}>
          <Statements caption={words.decided} statements={decided} />
        </Section>
      )}
      {dialog}
    </Screen>
  );
}

interface StatementsProps {
  caption: string;
  statements: readonly StaffStatement[];
  /** Opens an act for an undecided statement. */
  open?: (act: OfferedAct) => void;
}

function Statements({ caption, statements, open }: StatementsProps) {
  const { data: now } = useQuery(serviceClockQuery);
  const [state, last] = open ? [words.waits, words.decision] : [words.result, words.due];
  if (statements.length === 0) return <EmptyState title={words.none} />;
  return (
    <Table dense caption={caption} head={[words.statement, words.order, words.contract, state, last]}>
      {statements.map((one) => (
        <tr key={one.id}>
          <Cell label={words.statement} className={styles.value}>
            <Statement statement={one} now={open && now} />
          </Cell>
          <Cell label={words.order} className={styles.value}>
            <Typed statement={one} />
          </Cell>
          <Cell label={words.contract} className={styles.value}>
            {one.match && <Match match={one.match} />}
          </Cell>
          <Cell label={state} className={styles.value}>
            <div>
              {one.reason === null ? words.states[one.state] : (words.reasons[one.reason] ?? one.reason)}
              {one.decided !== null && (
                <p className={styles.small}>{words.by(one.decided_by ?? words.owner, formatTime(one.decided))}</p>
              )}
            </div>
          </Cell>
          <Cell label={last}>
            <div>
              <p>{open ? words.dueBy(formatTime(one.due)) : formatTime(one.due)}</p>
              {open && now !== undefined && new Date(one.due) < now && <Tag kind="danger">{words.overdue}</Tag>}
              {open && (
                <div className={styles.acts}>
                  <ActButton act={carryOut(one)} onOpen={open} />
                  <ActButton act={closeStatement(one)} onOpen={open} />
                </div>
              )}
            </div>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function Statement({ statement, now }: { statement: StaffStatement; now: Date | undefined }) {
  const { kind, name, at, good_cause: cause } = statement;
  const days = now && Math.max(0, Math.floor((now.getTime() - new Date(at).getTime()) / DAY_MS));
  return (
    <div>
      <strong>{words.kinds[kind]}</strong>
      <p>{name}</p>
      <p className={styles.small}>{days === undefined ? formatTime(at) : words.at(formatTime(at), days)}</p>
      {cause !== null && <p className={styles.small}>{words.cause(cause)}</p>}
    </div>
  );
}

function Typed({ statement: { reference, contract, receipt_to: receipt } }: { statement: StaffStatement }) {
  return (
    <div>
      {reference}
      <p className={styles.small}>{contract}</p>
      <p className={styles.small}>{words.receipt(receipt)}</p>
    </div>
  );
}

function Match({ match }: { match: MatchedContract }) {
  const { product, quantity, license, amount, currency, bought, until } = match;
  return (
    <div>
      {words.seats(quantity, product)}
      {amount !== null && currency !== null && <p>{words.paid(formatMoney(cents(amount), currency))}</p>}
      {bought !== null && <p className={styles.small}>{words.bought(formatTime(bought))}</p>}
      {until !== null && <p className={styles.small}>{words.until(formatTime(until))}</p>}
      {license !== null && <Link to={licensePage(license)}>{license}</Link>}
    </div>
  );
}

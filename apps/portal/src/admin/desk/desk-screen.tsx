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
import { licensePage } from "../search/hit-page.ts";
import { formatTime } from "../times.ts";
import { carryOut, closeStatement } from "./statement-acts.ts";

const DAY_MS = 86_400_000;
const isDecided = ({ decided }: StaffStatement): boolean => decided !== null;

/** The queue of consumers' statements, with their due dates (DESK-06). */
export function DeskScreen() {
  const statements = useQuery(statementsQuery);
  return (
    <Screen title={words.title}>
      <p className={mutedClass}>{words.text}</p>
      <Section title={words.open}>
        <Loaded query={statements} failed={words.failed} lines={[0.9, 0.8]}>
          {(all) => <Open statements={all.filter((one) => !isDecided(one))} />}
        </Loaded>
      </Section>
      {statements.data?.some(isDecided) && (
        <Section title={words.decided}>
          <Decided statements={statements.data.filter(isDecided)} />
        </Section>
      )}
    </Screen>
  );
}

function Open({ statements }: { statements: readonly StaffStatement[] }) {
  const { data: now } = useQuery(serviceClockQuery);
  const { open, dialog } = useActDialog("statement");
  if (statements.length === 0 && !dialog) return <EmptyState title={words.none} />;
  return (
    <>
      <Table
        dense
        caption={words.open}
        head={[words.statement, words.order, words.contract, words.waits, words.due, words.decision]}
      >
        {statements.map((one) => (
          <tr key={one.id}>
            <Cell label={words.statement} className={styles.value}>
              <Statement statement={one} now={now} />
            </Cell>
            <Cell label={words.order} className={styles.value}>
              <Typed statement={one} />
            </Cell>
            <Cell label={words.contract} className={styles.value}>
              {one.match && <Match match={one.match} />}
            </Cell>
            <Cell label={words.waits} className={styles.value}>
              {one.reason === null ? words.states[one.state] : (words.reasons[one.reason] ?? one.reason)}
            </Cell>
            <Cell label={words.due}>
              <div>
                {formatTime(one.due)}
                {now !== undefined && new Date(one.due) < now && (
                  <p>
                    <Tag kind="danger">{words.overdue}</Tag>
                  </p>
                )}
              </div>
            </Cell>
            <Cell label={words.decision}>
              <div className={styles.acts}>
                <ActButton act={carryOut(one)} onOpen={open} />
                <ActButton act={closeStatement(one)} onOpen={open} />
              </div>
            </Cell>
          </tr>
        ))}
      </Table>
      {dialog}
    </>
  );
}

function Statement({ statement, now }: { statement: StaffStatement; now: Date | undefined }) {
  const { kind, name, at, good_cause: cause } = statement;
  const days = now && Math.max(0, Math.floor((now.getTime() - new Date(at).getTime()) / DAY_MS));
  return (
    <div>
      <strong>{words.kinds[kind]}</strong>
      <p>{name}</p>
      <p className={styles.small}>
        {formatTime(at)}
        {days !== undefined && `, ${words.age(days)}`}
      </p>
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

function Decided({ statements }: { statements: readonly StaffStatement[] }) {
  return (
    <Table dense caption={words.decided} head={[words.statement, words.order, words.contract, words.result]}>
      {statements.map((one) => (
        <tr key={one.id}>
          <Cell label={words.statement} className={styles.value}>
            <Statement statement={one} now={undefined} />
          </Cell>
          <Cell label={words.order} className={styles.value}>
            <Typed statement={one} />
          </Cell>
          <Cell label={words.contract} className={styles.value}>
            {one.match && <Match match={one.match} />}
          </Cell>
          <Cell label={words.result} className={styles.value}>
            <div>
              {words.states[one.state]}
              <p className={styles.small}>{words.by(one.decided_by ?? words.owner, formatTime(one.decided ?? ""))}</p>
            </div>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

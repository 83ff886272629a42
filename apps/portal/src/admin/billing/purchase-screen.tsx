import type { StaffPurchase } from "@foyer/contract/staff-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { Link } from "../../shared/screens/router.tsx";
import { words } from "#words/admin-purchases";
import { Screen } from "../../shared/screens/screen.tsx";
import styles from "../admin.module.css";
import { Fact } from "../fact.tsx";
import { Missing } from "../missing.tsx";
import { purchasesQuery } from "../queries.ts";
import { ActMenu } from "../repair/act-buttons.tsx";
import { accountPage, licensePage } from "../search/hit-page.ts";
import { formatTime } from "../times.ts";
import { purchaseActs } from "./billing-acts.tsx";
import { planName } from "../plan-name.ts";

/** The page of one checkout: its facts, its tries to pay, and the acts for it (BUY-18). */
export function PurchaseScreen() {
  const { customer = "", id = "" } = useParams();
  const all = useQuery(purchasesQuery(customer));
  const purchase = all.data?.purchases.find((one) => one.id === id);
  const name = purchase ? words.line(purchase.quantity, planName(purchase.plan)) : words.page;
  return (
    <Screen title={name} actions={purchase ? <ActMenu acts={purchaseActs(customer, purchase)} /> : null}>
      {purchase ? (
        <div className={styles.parts}>
          <Facts purchase={purchase} />
          <Tries purchase={purchase} />
        </div>
      ) : all.data ? (
        <EmptyState title={words.missing} />
      ) : (
        <Missing query={all} failed={words.failed} missing={words.missing} />
      )}
    </Screen>
  );
}

function Facts({ purchase }: { purchase: StaffPurchase }) {
  const { id, at, by, total, currency, license, is_return: isReturn, state, failure } = purchase;
  const { cancelable_until: until } = purchase;
  return (
    <Section title={words.overview}>
      <dl className={styles.facts}>
        <Fact name={words.state}>{words.states[state]}</Fact>
        {failure !== null && <Fact name={words.reason}>{failure}</Fact>}
        <Fact name={words.when}>{formatTime(at)}</Fact>
        <Fact name={words.amount}>{formatMoney(cents(total), currency)}</Fact>
        <Fact name={words.buyer}>{by === "" ? "" : <Link to={accountPage(by)}>{by}</Link>}</Fact>
        <Fact name={words.license} isId>
          {state === "done" ? <Link to={licensePage(license)}>{license}</Link> : license}
          {isReturn && <p className={styles.small}>{words.again}</p>}
        </Fact>
        {until !== null && <Fact name={words.cancelableUntil}>{formatTime(until)}</Fact>}
        <Fact name={words.checkout} isId>
          {id}
        </Fact>
      </dl>
    </Section>
  );
}

function Tries({ purchase: { tries, state } }: { purchase: StaffPurchase }) {
  return (
    <Section title={words.triesTitle}>
      <Table dense caption={words.triesTitle} head={[words.when, words.state]}>
        {tries.map(({ at, failure }, index) => (
          <tr key={`${at} ${index}`}>
            <Cell label={words.when}>{formatTime(at)}</Cell>
            <Cell label={words.state}>{failure ?? (index === 0 ? words.states[state] : words.underWay)}</Cell>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

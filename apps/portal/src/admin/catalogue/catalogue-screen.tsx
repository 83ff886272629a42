import type { ComparedPlan } from "@foyer/contract/staff-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/admin-catalogue";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { Screen } from "../../shared/screens/screen.tsx";
import styles from "../admin.module.css";
import { Coupons } from "./coupons.tsx";
import { comparedPlansQuery } from "../queries.ts";

/** The brand's plans beside the payment provider's prices (BUY-01). */
export function CatalogueScreen() {
  const catalogue = useQuery(comparedPlansQuery);
  return (
    <Screen title={words.nav}>
      <Section title={words.title}>
        <p className={mutedClass}>{words.text}</p>
        <Loaded query={catalogue} failed={words.failed} lines={[0.9, 0.8, 0.8]}>
          {({ plans }) => (plans.length === 0 ? <EmptyState title={words.empty} /> : <Plans plans={plans} />)}
        </Loaded>
      </Section>
      {catalogue.data && <Coupons coupons={catalogue.data.coupons} />}
    </Screen>
  );
}

const termsOf = ({ amount, currency, interval }: NonNullable<ComparedPlan["provider"]>): string =>
  words.terms(formatMoney(cents(amount), currency), interval);

function Plans({ plans }: { plans: readonly ComparedPlan[] }) {
  return (
    <Table dense caption={words.title} head={[words.plan, words.ours, words.provider, words.result]}>
      {plans.map(({ id, ours, provider, differences, is_sold: isSold }) => (
        <tr key={id}>
          <Cell label={words.plan}>{id}</Cell>
          <Cell label={words.ours}>
            <div>
              {ours ? termsOf(ours) : words.absent}
              {ours?.on_sale === false && <p className={styles.small}>{words.offSale}</p>}
            </div>
          </Cell>
          <Cell label={words.provider}>{provider ? termsOf(provider) : words.absent}</Cell>
          <Cell label={words.result}>
            <div>
              {differences.length > 0 && <Tag kind="warning">{words.differs}</Tag>}{" "}
              <Tag kind={isSold ? "success" : "neutral"}>{isSold ? words.sold : words.notSold}</Tag>
              {differences.map((what) => (
                <p key={what} className={styles.small}>
                  {words.differences[what]}
                </p>
              ))}
            </div>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

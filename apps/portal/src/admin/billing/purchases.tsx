import type { CallReply } from "@foyer/api-client/call-types";
import { cents, formatMoney } from "@foyer/domain/money";
import { Notice } from "@foyer/ui/notice";
import { Cell, Table } from "@foyer/ui/table";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/admin-purchases";
import { Link } from "../../shared/screens/router.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import styles from "../admin.module.css";
import { purchasesQuery } from "../queries.ts";
import { ActButton } from "../repair/act-buttons.tsx";
import type { OfferedAct } from "../repair/offered-act.ts";
import { licensePage, purchasePage } from "../search/hit-page.ts";
import { formatTime } from "../times.ts";
import { allowPurchases } from "./billing-acts.tsx";
import { planName } from "../plan-name.ts";

interface PurchasesProps {
  customerId: string;
  onOpen: (act: OfferedAct) => void;
}

/** A customer's checkouts, with the reasons of failed ones (BUY-18). */
export function Purchases({ customerId, onOpen }: PurchasesProps) {
  const purchases = useQuery(purchasesQuery(customerId));
  return (
    <Loaded query={purchases} failed={words.failed} lines={[0.8]}>
      {(all) => (all.purchases.length === 0 ? null : <Known customerId={customerId} known={all} onOpen={onOpen} />)}
    </Loaded>
  );
}

interface KnownProps extends PurchasesProps {
  known: CallReply<"staffListPurchases">;
}

function Known({ customerId, known: { purchases, blocked_until: blocked }, onOpen }: KnownProps) {
  return (
    <div className={styles.part}>
      <h3>{words.title}</h3>
      {blocked !== null && (
        <Notice
          kind="warning"
          title={words.blocked(formatTime(blocked))}
          announced={false}
          action={<ActButton act={allowPurchases(customerId)} onOpen={onOpen} />}
        />
      )}
      <Table
        dense
        caption={words.title}
        head={[words.what, words.when, words.amount, words.state]}
        amounts={[words.amount]}
      >
        {purchases.map((one) => (
          <tr key={one.id}>
            <Cell label={words.what}>
              <div>
                <Link to={purchasePage(customerId, one.id)}>{words.line(one.quantity, planName(one.plan))}</Link>
                <p className={styles.small}>
                  {one.is_return && <span>{words.again}</span>}{" "}
                  {one.subscription !== null && <Link to={licensePage(one.license)}>{words.license}</Link>}
                </p>
              </div>
            </Cell>
            <Cell label={words.when}>
              <div>
                {formatTime(one.at)}
                <p className={styles.small}>{words.tries(one.tries.length)}</p>
              </div>
            </Cell>
            <Cell label={words.amount} amount>
              {formatMoney(cents(one.total), one.currency)}
            </Cell>
            <Cell label={words.state}>
              <div>
                {words.states[one.state]}
                {one.failure !== null && <p className={styles.small}>{one.failure}</p>}
              </div>
            </Cell>
          </tr>
        ))}
      </Table>
    </div>
  );
}

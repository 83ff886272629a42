import type { ComparedCoupon } from "@foyer/contract/staff-wire";
import { formatDate } from "@foyer/domain/dates";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag } from "@foyer/ui/tag";
import { words } from "#words/admin-catalogue";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { discountName } from "../../shared/money/discount-text.ts";
import styles from "../admin.module.css";

/** The provider's coupon codes, with the plans that they apply to and the reasons why one does not work (BUY-10). */
export function Coupons({ coupons }: { coupons: readonly ComparedCoupon[] }) {
  return (
    <Section title={words.coupons}>
      <p className={mutedClass}>{words.couponsText}</p>
      {coupons.length === 0 ? (
        <EmptyState title={words.noCoupons} />
      ) : (
        <Table
          dense
          caption={words.coupons}
          head={[words.code, words.discount, words.forWhom, words.uses, words.state]}
        >
          {coupons.map((coupon) => (
            <Coupon key={coupon.id} coupon={coupon} />
          ))}
        </Table>
      )}
    </Section>
  );
}

function durationOf({ discount: { is_once: isOnce, months } }: ComparedCoupon): string {
  if (isOnce) return words.durations.once;
  return months === null ? words.durations.forever : words.durations.months(months);
}

function Coupon({ coupon }: { coupon: ComparedCoupon }) {
  const { code, plans, faults, is_active: isActive, ends_at: end, is_for_new_customers: isForNew } = coupon;
  return (
    <tr>
      <Cell label={words.code}>{code}</Cell>
      <Cell label={words.discount}>
        <div>
          {discountName(coupon.discount)}
          <p className={styles.small}>{durationOf(coupon)}</p>
        </div>
      </Cell>
      <Cell label={words.forWhom}>
        <div>
          {plans === null ? words.allPlans : plans.length === 0 ? words.noPlans : plans.join(", ")}
          {isForNew && <p className={styles.small}>{words.newCustomers}</p>}
        </div>
      </Cell>
      <Cell label={words.uses}>{words.usesOf(coupon.uses, coupon.max_uses)}</Cell>
      <Cell label={words.state}>
        <div>
          {faults.length > 0 && <Tag kind="warning">{words.faulty}</Tag>}{" "}
          <Tag kind={isActive ? "success" : "neutral"}>{isActive ? words.active : words.inactive}</Tag>
          {end !== null && <p className={styles.small}>{words.until(formatDate(new Date(end)))}</p>}
          {faults.map((fault) => (
            <p key={fault} className={styles.small}>
              {words.couponFaults[fault]}
            </p>
          ))}
        </div>
      </Cell>
    </tr>
  );
}

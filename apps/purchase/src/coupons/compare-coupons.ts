import type { ComparedCoupon } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import { couponCode } from "@foyer/domain/discount";
import { compareCatalogue } from "../catalogue/catalogue.ts";
import { knownPlans } from "../catalogue/plan-store.ts";
import type { Deps } from "../deps.ts";
import type { ProviderCode } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { isForPlan } from "../subscriptions/discount.ts";
import type { PlanRow } from "../subscriptions/subscription-wire.ts";
import { usesOfAll } from "./coupon-store.ts";

const CODES_READ = 100;

type Fault = ComparedCoupon["faults"][number];

function faultsOf(code: ProviderCode, sold: readonly PlanRow[]): Fault[] {
  const { coupon, minimum, customerId } = code;
  const plans = sold.filter((plan) => isForPlan(coupon, plan));
  const isCurrency = (currency: string): boolean => plans.some((plan) => plan.currency === currency);
  const found: readonly [Fault, boolean][] = [
    ["form", couponCode(code.code) === null],
    ["plans", plans.length === 0],
    ["currency", coupon.currency !== null && plans.length > 0 && !isCurrency(coupon.currency)],
    ["limit", coupon.maxRedemptions !== null],
    ["minimum", minimum !== null && plans.length > 0 && !isCurrency(minimum.currency)],
    ["customer", customerId !== null],
  ];
  return found.filter(([, isSo]) => isSo).map(([fault]) => fault);
}

/** Returns the provider's newest coupon codes beside the brand's plans, with what keeps one from working here. */
export async function compareCoupons(deps: Deps): Promise<ComparedCoupon[]> {
  const [codes, compared, rows] = await Promise.all([
    orRefuse(() => deps.gateway.allCouponCodes(CODES_READ)),
    compareCatalogue(deps),
    knownPlans(deps.db),
  ]);
  const onSale = new Set(compared.filter((plan) => plan.is_sold).map(({ id }) => id));
  const sold = rows.filter(({ id }) => onSale.has(id));
  const used = await usesOfAll(
    deps.db,
    codes.map(({ id }) => id),
  );
  return codes.map((code) => {
    const { id, coupon, endsAt, maxUses, timesUsed, isActive, isForNewCustomers } = code;
    const isForAll = coupon.plans === null && coupon.products === null;
    return {
      id,
      code: code.code,
      discount: {
        name: coupon.name,
        percent_off: coupon.percentOff,
        amount_off: coupon.amountOff,
        currency: coupon.currency,
        is_once: coupon.duration === "once",
        months: coupon.months,
      },
      is_active: isActive,
      ends_at: endsAt === null ? null : instantOf(new Date(endsAt * 1_000)),
      uses: timesUsed + (used.get(id) ?? 0),
      max_uses: maxUses,
      plans: isForAll ? null : sold.filter((plan) => isForPlan(coupon, plan)).map((plan) => plan.id),
      is_for_new_customers: isForNewCustomers,
      faults: faultsOf(code, sold),
    };
  });
}

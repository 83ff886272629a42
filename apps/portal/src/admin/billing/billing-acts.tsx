import { call } from "@foyer/api-client/client";
import type { BillingContact } from "@foyer/contract/billing-contacts";
import type { Invoice, Plan } from "@foyer/contract/subscription-wire";
import type { StaffLicense, StaffPurchase } from "@foyer/contract/staff-wire";
import { couponCode } from "@foyer/domain/discount";
import { cents, formatMoney, parseAmount, plainAmount } from "@foyer/domain/money";
import { useQuery } from "@tanstack/react-query";
import { words as purchases } from "#words/admin-purchases";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { plansQuery } from "../queries.ts";
import { SelectField } from "../repair/act-fields.tsx";
import type { ActField, OfferedAct } from "../repair/offered-act.ts";

/** Gives an ended license a new subscription. */
export function startSubscription(license: StaffLicense): OfferedAct {
  const plan: ActField = {
    label: words.plan,
    start: license.product_id,
    draw: (value, onChange) => <PlanField value={value} inForce={license.product_id} onChange={onChange} />,
  };
  const quantity: ActField = {
    label: words.quantity,
    kind: "count",
    start: String(Math.max(license.used_seats, 1)),
    isValid: (value) => /^[1-9]\d{0,3}$/.test(value),
  };
  const customer: ActField = { label: words.customer, start: license.subscription_customer ?? "" };
  return {
    needs: "start_subscription",
    label: words.startSubscription,
    title: words.startSubscriptionTitle,
    text: words.startSubscriptionText,
    fields: [plan, quantity, customer],
    send: (input, value) =>
      call(api, "staffStartSubscription", {
        params: { id: license.id },
        ...input({ plan: value(plan), quantity: Number(value(quantity)), customer: value(customer) }),
      }),
  };
}

interface PlanFieldProps {
  value: string;
  inForce: string;
  onChange: (plan: string) => void;
}

function PlanField({ value, inForce, onChange }: PlanFieldProps) {
  return (
    <Loaded query={useQuery(plansQuery)} failed={words.plansFailed}>
      {(plans) => (
        <SelectField label={words.plan} value={value} options={optionsOf(plans, inForce)} onChoose={onChange} />
      )}
    </Loaded>
  );
}

function optionsOf(plans: readonly Plan[], inForce: string) {
  const options = plans.map((plan) => ({
    value: plan.id,
    label: words.planLine(
      plan.nickname ?? plan.id,
      formatMoney(cents(plan.amount), plan.currency),
      words.cycles[plan.interval],
    ),
  }));
  // The service decides whether a plan that is no longer sold can be used.
  return options.some(({ value }) => value === inForce) ? options : [{ value: inForce, label: inForce }, ...options];
}

/** Refunds an invoice. The service limits the amount, except for administrators. */
export function refund({ id, number, total, currency }: Invoice): OfferedAct {
  const centsIn = (value: string) => parseAmount(value, currency) ?? 0;
  const amount: ActField = {
    label: words.refundAmount(currency),
    note: words.refundOf(formatMoney(cents(total), currency)),
    kind: "amount",
    start: plainAmount(cents(total), currency),
    isValid: (value) => centsIn(value) > 0,
  };
  const to: ActField = {
    label: words.refundTo,
    start: "card",
    options: [
      { value: "card", label: words.toCard },
      { value: "balance", label: words.toBalance },
    ],
  };
  return {
    needs: "refund",
    label: words.refund,
    name: words.refundFor(number ?? id),
    title: words.refundTitle(number ?? id),
    isDangerous: true,
    fields: [amount, to],
    send: (input, value) =>
      call(api, "staffRefund", {
        params: { id },
        ...input({ amount: centsIn(value(amount)), to: value(to) === "balance" ? "balance" : "card" }),
      }),
  };
}

/** Puts a coupon on a running subscription; its preview shows the next charge with it (BUY-11). */
export function putDiscount(id: string): OfferedAct {
  const code: ActField = {
    label: words.discountCode,
    hint: words.discountCodeHint,
    isValid: (value) => couponCode(value) !== null,
  };
  return {
    needs: "put_discount",
    label: words.putDiscount,
    name: words.putDiscountTitle(id),
    title: words.putDiscountTitle(id),
    text: words.putDiscountText,
    fields: [code],
    send: (input, value) =>
      call(api, "staffPutDiscount", { params: { id }, ...input({ code: couponCode(value(code)) ?? "" }) }),
  };
}

export function resync(id: string): OfferedAct {
  return {
    needs: "resync_subscription",
    label: words.resync,
    name: words.resyncOf(id),
    title: words.resyncTitle(id),
    text: words.resyncText,
    send: (input) => call(api, "staffResync", { params: { id }, ...input({}) }),
  };
}

/** Removes a billing contact, for example of somebody who has left the firm (DOC-05). */
export function removeContact({ id, email }: BillingContact): OfferedAct {
  return {
    needs: "remove_billing_contact",
    label: words.removeContact,
    name: words.removeContactOf(email),
    title: words.removeContactOf(email),
    text: words.removeContactText,
    isDangerous: true,
    send: (input) => call(api, "staffRemoveBillingContact", { params: { id }, ...input({}) }),
  };
}

export function allowPurchases(customer: string): OfferedAct {
  return {
    needs: "allow_purchases",
    label: purchases.allow,
    title: purchases.allowTitle,
    text: purchases.allowText,
    send: (input) => call(api, "staffAllowPurchases", { params: { id: customer }, ...input({}) }),
  };
}

/** Returns what can be done about a purchase now (BUY-18). */
export function purchaseActs(customer: string, purchase: StaffPurchase): OfferedAct[] {
  const { id: checkout, license, state, cancelable_until: until } = purchase;
  const resend: OfferedAct = {
    needs: "resend_mail",
    label: purchases.resend,
    title: purchases.resendTitle,
    text: purchases.resendText,
    send: (input) => call(api, "staffMailLicense", { params: { id: license }, ...input({}) }),
  };
  const cancel: OfferedAct = {
    needs: "refund",
    label: purchases.cancel,
    title: purchases.cancelTitle,
    text: purchases.cancelText,
    isDangerous: true,
    send: (input) => call(api, "staffCancelPurchase", { params: { id: customer, checkout }, ...input({}) }),
  };
  return [...(state === "done" ? [resend] : []), ...(until === null ? [] : [cancel])];
}

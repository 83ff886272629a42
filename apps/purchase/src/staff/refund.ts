import type { Repair } from "@foyer/contract/staff-wire";
import { chargeStep } from "@foyer/domain/minor-units";
import { cents, formatMoney } from "@foyer/domain/money";
import { holdsRight } from "@foyer/domain/staff-rights";
import type { Person } from "@foyer/service-kit/call";
import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { beginOrJoin } from "../changes/operations/begin.ts";
import { giveBack } from "../changes/operations/give-back.ts";
import { subjectOf } from "../changes/operations/operation.ts";
import { isTwinOf } from "../changes/operations/request-parts.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { ProviderInvoice } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { givenBack } from "./purchases-store.ts";
import { applied, previewed, REPEAT_MS, type RepairInput } from "./repair.ts";

/** Maximum refunds per day of a staff member without the right `admin`, in the currency's smallest unit. */
const REFUNDS_A_DAY = 50_000;
const DAY_MS = 86_400_000;

export interface RefundInput extends RepairInput {
  readonly amount: number;
  readonly to: "card" | "balance";
}

/** Refuses more than was paid and not yet refunded, and an amount that the provider does not move in this currency. */
function refuseAmount(invoice: ProviderInvoice, { amount, to }: RefundInput): void {
  const { status, total, amountPaid, credited, currency } = invoice;
  if (status !== "paid") refuse("subscription.forbidden", { reason: "not_paid" });
  const left = Math.max(0, (to === "card" ? Math.min(amountPaid, total) : total) - credited);
  if (amount > left) {
    const most = formatMoney(cents(left), currency);
    refuse("subscription.forbidden", { reason: "refund_too_large", facts: { most } });
  }
  const step = chargeStep(currency);
  if (amount % step === 0 || amount === left) return;
  const least = formatMoney(cents(step), currency);
  refuse("input.invalid", { field: "amount", reason: "refund_step", facts: { least } });
}

/** Refuses a refund that exceeds what the staff member may give back in a day. */
export async function refuseOverLimit(
  db: Queryable<PurchaseTables>,
  staff: Person,
  { amount, currency }: Pick<RefundInput, "amount"> & { readonly currency: string },
  now: Date,
): Promise<void> {
  if (holdsRight(staff.staffRights, "admin")) return;
  if ((await givenBack(db, staff.username, new Date(now.getTime() - DAY_MS))) + amount <= REFUNDS_A_DAY) return;
  const most = formatMoney(cents(REFUNDS_A_DAY), currency);
  refuse("permission.denied", { reason: "refunds_a_day", facts: { most } });
}

/** Refunds an invoice: to the card that paid it, or as credit for later invoices. */
export async function staffRefund(deps: Deps, staff: Person, invoiceId: string, input: RefundInput): Promise<Repair> {
  const { amount, to, reason, preview = false } = input;
  const invoice = await orRefuse(() => deps.gateway.invoice(invoiceId));
  if (!invoice?.customerId) refuse("object.not_found");
  const { number, total, currency, credited } = invoice;
  const before = { number, total, currency, given_back: credited };
  const after = { ...before, given_back: credited + amount, to };
  if (preview) {
    refuseAmount(invoice, input);
    await refuseOverLimit(deps.db, staff, { amount, currency }, deps.clock.now());
    return previewed(before, after);
  }
  const subject = subjectOf.invoice(invoiceId);
  const request = {
    giveBack: { invoice: invoiceId, amount, to, refund: { number, currency } },
    act: { staff: staff.username, act: "invoice.refund", target: `invoice:${invoiceId}`, reason, before },
    twin: JSON.stringify([staff.username, amount, to, reason]),
  };
  const repeat = { kind: giveBack, subject, isTwin: isTwinOf(request), repeatMs: REPEAT_MS, now: deps.clock.now() };
  const begun = await beginOrJoin(deps, repeat, invoice.customerId, async (tx) => {
    refuseAmount(invoice, input);
    await refuseOverLimit(tx, staff, { amount, currency }, deps.clock.now());
    return request;
  });
  refuseUnlessDone(await awaitOperation(deps, begun.id));
  const { act } = begun.request;
  return applied({ ...(act?.before ?? before) }, after);
}

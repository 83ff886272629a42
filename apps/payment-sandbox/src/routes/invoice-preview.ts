import { discountWanted } from "../billing/discounting.ts";
import { composed, itemsFor, pendingItems } from "../billing/invoicing.ts";
import { fullLine, invoicesNow, plannedChange, type Change, type Wanted } from "../billing/subscription-change.ts";
import { billFor } from "../billing/updating.ts";
import { periodEnd } from "../money/periods.ts";
import { newId } from "../objects/id.ts";
import type { InvoiceItem } from "../objects/invoice-item.ts";
import type { Invoice } from "../objects/invoice.ts";
import type { Customer } from "../objects/customer.ts";
import type { Subscription } from "../objects/subscription.ts";
import type { Unit } from "../store/unit.ts";
import { Params } from "../wire/params.ts";
import { badRequest, notModeled, Refusal } from "../wire/refusal.ts";
import type { Call, Route } from "./route.ts";
import { prefetchAround, wantedFrom } from "./wanted.ts";

interface Preview {
  customer: Customer;
  subscription: Subscription;
  wanted: Wanted;
  change: Change;
  own: InvoiceItem[];
  before: InvoiceItem[];
  willEnd: boolean;
}

function asUpcoming(invoice: Invoice): Invoice {
  return { ...invoice, billing_reason: "upcoming", auto_advance: false, hosted_invoice_url: null, invoice_pdf: null };
}

/** The next renewal after the change, with the items that are pending by then. */
function renewalPreview({ customer, subscription, wanted, change, own, before, willEnd }: Preview): Invoice {
  const { terms } = change;
  const items = [...own, ...before];
  if (willEnd && items.length === 0) {
    throw new Refusal(404, `No upcoming invoices for customer: ${customer.id}`, { code: "invoice_upcoming_none" });
  }
  const start = terms.period.end;
  const period = { start, end: periodEnd(terms.anchor, terms.plan.interval, terms.plan.interval_count, start) };
  const line = fullLine(terms.plan, wanted.planName, terms.quantity, period, terms.itemTaxRates, wanted.discount);
  return composed({
    id: newId("upcoming_in"),
    created: start,
    customer,
    subscription,
    period: terms.period,
    billingReason: "upcoming",
    prorationDate: wanted.prorationDate,
    items,
    drafts: willEnd ? [] : [line],
    given: { default_tax_rates: terms.defaultTaxRates },
  });
}

async function read(unit: Unit, params: Params): Promise<Preview> {
  const id = params.string("subscription");
  if (!id) throw notModeled("previews without a subscription", "subscription");
  const subscription = await unit.get("subscription", id, "subscription");
  await prefetchAround(unit, subscription);
  const given = params.string("customer");
  if (given && given !== subscription.customer) {
    throw badRequest("The subscription does not belong to the customer.", { param: "subscription" });
  }
  if (["canceled", "incomplete_expired"].includes(subscription.status)) {
    throw new Refusal(404, "No upcoming invoices for a canceled subscription.", { code: "invoice_upcoming_none" });
  }
  const details = params.object("subscription_details") ?? new Params({});
  const discounts = await discountWanted(unit, params, subscription.currency, false);
  const wanted = await wantedFrom(unit, details, subscription, discounts);
  const change = plannedChange(subscription, wanted, unit.now);
  const customer = await unit.get("customer", subscription.customer);
  return {
    customer,
    subscription,
    wanted,
    change,
    own: itemsFor(unit.now, customer.id, subscription.currency, change.prorations, subscription),
    before: await pendingItems(unit, customer.id, subscription.id),
    willEnd: subscription.cancel_at !== null,
  };
}

/** The invoice that the change would make, by the arithmetic of the change itself. Nothing is written. */
async function createPreview({ unit, params }: Call): Promise<Invoice> {
  const preview = await read(unit, params);
  const { customer, subscription, change, own, before, wanted } = preview;
  if (!invoicesNow(change, wanted.prorationBehavior)) return asUpcoming(renewalPreview(preview));
  const bill = billFor(
    unit,
    customer,
    subscription,
    change,
    own,
    before,
    wanted.prorationBehavior,
    wanted.prorationDate,
  );
  return asUpcoming(composed({ ...bill, id: newId("upcoming_in") }));
}

export const invoicePreviewRoutes: Route[] = [
  { method: "POST", path: "invoices/create_preview", isRead: true, run: createPreview },
];

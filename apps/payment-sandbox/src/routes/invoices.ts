import { collect } from "../billing/collecting.ts";
import { finalize, issueDraft, pendingItems } from "../billing/invoicing.ts";
import { voidInvoice } from "../billing/updating.ts";
import type { Invoice } from "../objects/invoice.ts";
import { all } from "../store/listing.ts";
import { shown, type Unit } from "../store/unit.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { presentedList } from "../wire/present.ts";
import { badRequest } from "../wire/refusal.ts";
import { methodFor, refuseForeign } from "./payment-methods.ts";
import { customFieldsOf } from "./custom-fields.ts";
import { createdBounds, listing, pageOf, previousOf, retrieval, textOf, type Call, type Route } from "./route.ts";
import { taxRates } from "./tax-rates.ts";

const HOUR = 3600;

function notEditable(message: string) {
  return badRequest(message, { code: "invoice_not_editable" });
}

async function itemsToBill(unit: Unit, customer: string, subscription: string | null, include: boolean) {
  if (!subscription) {
    if (!include) return [];
    const ids = new Set((await all(unit, "subscription", { customer })).map((one) => one.id));
    const ofSubscriptions = await Promise.all([...ids].map((id) => pendingItems(unit, customer, id)));
    return [...(await pendingItems(unit, customer, null)), ...ofSubscriptions.flat()];
  }
  const items = await pendingItems(unit, customer, subscription);
  if (items.length > 0) return items;
  throw badRequest("Nothing to invoice for subscription", { code: "invoice_no_subscription_line_items" });
}

async function given(unit: Unit, params: Params): Promise<Partial<Invoice>> {
  // Lines that a caller adds are never discounted here, so that clearing the discounts changes nothing.
  if (params.isText("discounts") && params.string("discounts") !== "") {
    throw badRequest("Invalid array", { param: "discounts" });
  }
  const rates = await taxRates(unit, params.strings("default_tax_rates"), "default_tax_rates");
  return {
    // A manual invoice has the rates of the call, and none of the subscription's.
    default_tax_rates: rates ?? [],
    metadata: mergedMetadata({}, params.dictionary("metadata")),
    ...(params.has("currency") ? { currency: params.required("currency") } : {}),
    ...ownFields(params, { retries: 0, paymentIntent: null, ownFields: false }),
  };
}

/** Fields that a call gives an invoice; without them it gets its customer's when it is finalized. */
function ownFields(params: Params, sandbox: Invoice["sandbox"]): Partial<Invoice> {
  const fields = customFieldsOf(params, "custom_fields");
  return fields === undefined ? {} : { custom_fields: fields, sandbox: { ...sandbox, ownFields: true } };
}

async function update({ unit, params, id }: Call): Promise<Invoice> {
  const invoice = await unit.own("invoice", id);
  if (invoice.status !== "draft") throw notEditable("Finalized invoices can't be updated in this way");
  const before = shown(invoice);
  const metadata = mergedMetadata(invoice.metadata ?? {}, params.dictionary("metadata"));
  await unit.save(invoice, { ...ownFields(params, invoice.sandbox), metadata });
  const previous = previousOf(before, shown(invoice));
  if (Object.keys(previous).length > 0) await unit.emit("invoice.updated", invoice, previous);
  return invoice;
}

async function create({ unit, params }: Call): Promise<Invoice> {
  const customer = await unit.own("customer", params.required("customer"), "customer");
  const id = params.string("subscription");
  const behavior = params.oneOf("pending_invoice_items_behavior", ["include", "exclude"]);
  if (id && behavior) {
    throw badRequest("You cannot specify both `subscription` and `pending_invoice_items_behavior`.", {
      param: "pending_invoice_items_behavior",
    });
  }
  const subscription = id ? await unit.get("subscription", id, "subscription") : null;
  if (subscription && subscription.customer !== customer.id) {
    throw badRequest("The subscription does not belong to the customer.", { param: "subscription" });
  }
  const advance = params.boolean("auto_advance") ?? false;
  return issueDraft(unit, {
    created: unit.now,
    customer,
    subscription,
    period: { start: unit.now, end: unit.now },
    billingReason: "manual",
    items: await itemsToBill(unit, customer.id, subscription?.id ?? null, behavior === "include"),
    drafts: [],
    given: {
      ...(await given(unit, params)),
      auto_advance: advance,
      automatically_finalizes_at: advance ? unit.now + HOUR : null,
    },
  });
}

async function finalizeOne({ unit, params, id }: Call): Promise<Invoice> {
  const invoice = await unit.own("invoice", id);
  if (invoice.status !== "draft") {
    throw notEditable("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  }
  const advance = params.boolean("auto_advance");
  if (advance !== undefined) invoice.auto_advance = advance;
  const final = await finalize(unit, invoice);
  if (final.status === "open" && final.auto_advance) {
    const at = unit.now + HOUR;
    await unit.save(final, { next_payment_attempt: at });
    await unit.schedule("collect", id, final.customer, at);
  }
  return final;
}

async function pay({ unit, params, id }: Call): Promise<Invoice> {
  const invoice = await unit.own("invoice", id);
  if (invoice.status === "draft") await finalize(unit, invoice);
  else if (invoice.status === "paid") throw badRequest("Invoice is already paid", { code: "invoice_already_paid" });
  else if (invoice.status === "void")
    throw badRequest("You cannot pay an invoice that is void.", { code: "invoice_not_editable" });
  const given = params.string("payment_method");
  const method = given ? await methodFor(unit, given, "payment_method") : undefined;
  if (method) refuseForeign(method, invoice.customer);
  if (invoice.amount_remaining > 0) {
    const outcome = await collect(unit, invoice, { method, offSession: true, automatic: false });
    if (outcome.kind !== "paid") throw outcome.refusal;
  }
  return invoice;
}

async function voidOne({ unit, id }: Call): Promise<Invoice> {
  const invoice = await unit.own("invoice", id);
  if (invoice.status !== "open" && invoice.status !== "uncollectible") {
    throw notEditable(`You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`);
  }
  await voidInvoice(unit, invoice);
  return invoice;
}

async function markUncollectible({ unit, id }: Call): Promise<Invoice> {
  const invoice = await unit.own("invoice", id);
  if (invoice.status !== "open")
    throw notEditable(`This invoice cannot be marked as uncollectible: it is ${invoice.status}.`);
  await unit.save(invoice, {
    status: "uncollectible",
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: unit.now },
  });
  await unit.unschedule("collect", id);
  await unit.emit("invoice.marked_uncollectible", invoice);
  return invoice;
}

async function removeDraft({ unit, id }: Call): Promise<object> {
  const invoice = await unit.own("invoice", id);
  if (invoice.status !== "draft") throw notEditable("You can only delete draft invoices.");
  if (invoice.billing_reason !== "manual") throw badRequest("You cannot delete an invoice that a subscription made.");
  for (const item of await all(unit, "invoiceitem", { customer: invoice.customer, equals: { invoice: id } })) {
    await unit.save(item, { invoice: null });
  }
  await unit.unschedule("finalize", id);
  await unit.remove(invoice);
  await unit.emit("invoice.deleted", invoice);
  return { id, object: "invoice", deleted: true };
}

/** Only the search by number. */
async function search({ unit, params }: Call): Promise<object> {
  const [, number] = /^number:"([\w-]+)"$/.exec(params.required("query")) ?? [];
  if (number === undefined) throw badRequest("This query is not supported by the sandbox.", { param: "query" });
  const page = await presentedList(unit, "invoice", { equals: { number } }, pageOf(params), "/v1/invoices/search");
  return { ...page, object: "search_result", next_page: null };
}

export const invoiceRoutes: Route[] = [
  { method: "POST", path: "invoices", run: create },
  { method: "GET", path: "invoices/search", run: search },
  retrieval("invoices", "invoice"),
  listing("invoices", "invoice", (params) => ({
    customer: textOf(params, "customer"),
    parent: textOf(params, "subscription"),
    created: createdBounds(params),
  })),
  { method: "POST", path: "invoices/:id", run: update },
  { method: "DELETE", path: "invoices/:id", run: removeDraft },
  { method: "POST", path: "invoices/:id/finalize", run: finalizeOne },
  { method: "POST", path: "invoices/:id/pay", run: pay },
  { method: "POST", path: "invoices/:id/void", run: voidOne },
  { method: "POST", path: "invoices/:id/mark_uncollectible", run: markUncollectible },
];

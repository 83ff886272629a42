import { collect } from "../billing/collecting.ts";
import { finalize, issueDraft, pendingItems } from "../billing/invoicing.ts";
import { markPaid } from "../billing/settling.ts";
import { voidInvoice } from "../billing/updating.ts";
import { newInvoiceLine } from "../objects/invoice-line.ts";
import { withLines, type Invoice } from "../objects/invoice.ts";
import { all } from "../store/listing.ts";
import { shown, type Unit } from "../store/unit.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { badRequest } from "../wire/refusal.ts";
import { methodFor, refuseForeign } from "./payment-methods.ts";
import { listFor, pageOf, previousOf, retrieval, type Call, type Route } from "./route.ts";
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
  const rates = await taxRates(unit, params.strings("default_tax_rates"), "default_tax_rates");
  const method = params.string("default_payment_method");
  return {
    // An invoice made by hand has the rates that it is given, and none of the subscription's.
    default_tax_rates: rates ?? [],
    default_payment_method: method ? (await methodFor(unit, method, "default_payment_method")).id : null,
    description: params.nullable("description", null),
    footer: params.nullable("footer", null),
    metadata: mergedMetadata({}, params.dictionary("metadata")),
  };
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
  params.oneOf("collection_method", ["charge_automatically"]);
  const currency = params.string("currency");
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
      ...(currency ? { currency } : {}),
      auto_advance: advance,
      automatically_finalizes_at: advance ? unit.now + HOUR : null,
    },
  });
}

/** The lines of a draft, taxed anew by other default rates. */
function retaxed(invoice: Invoice): Invoice {
  const lines = invoice.lines.data.map((line) => {
    if (line.taxes.length > 0 && invoice.default_tax_rates.length === 0) return line;
    const draft = {
      amount: line.amount,
      description: line.description ?? "",
      quantity: line.quantity,
      plan: null,
      period: line.period,
      proration: false,
      creditedItems: null,
      taxRates: [],
      discountable: line.discountable,
    };
    const origin = { subscription: null, invoiceItem: null };
    return {
      ...line,
      taxes: newInvoiceLine(invoice, draft, origin).taxes,
    };
  });
  return withLines(invoice, lines);
}

async function update({ unit, params, id }: Call): Promise<Invoice> {
  const invoice = await unit.own("invoice", id);
  const before = shown(invoice);
  const rates = await taxRates(unit, params.strings("default_tax_rates"), "default_tax_rates");
  if (invoice.status !== "draft" && (rates || params.has("footer"))) {
    throw notEditable("Finalized invoices can't be updated in this way");
  }
  const method = params.string("default_payment_method");
  Object.assign(invoice, {
    ...(rates ? { default_tax_rates: rates } : {}),
    ...(method === undefined
      ? {}
      : { default_payment_method: method ? (await methodFor(unit, method, "default_payment_method")).id : null }),
    auto_advance: params.boolean("auto_advance") ?? invoice.auto_advance,
    description: params.nullable("description", invoice.description),
    footer: params.nullable("footer", invoice.footer),
    metadata: mergedMetadata(invoice.metadata, params.dictionary("metadata")),
  });
  if (rates) Object.assign(invoice, retaxed(invoice));
  await unit.save(invoice);
  if (invoice.status === "draft" && invoice.auto_advance) {
    await unit.save(invoice, { automatically_finalizes_at: invoice.automatically_finalizes_at ?? unit.now + HOUR });
    await unit.schedule("finalize", id, invoice.customer, invoice.automatically_finalizes_at ?? unit.now);
  } else if (!invoice.auto_advance) {
    for (const kind of ["finalize", "collect"] as const) await unit.unschedule(kind, id);
    await unit.save(invoice, { automatically_finalizes_at: null, next_payment_attempt: null });
  }
  await unit.emit("invoice.updated", invoice, previousOf(before, shown(invoice)));
  return invoice;
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

async function payOutOfBand(unit: Unit, invoice: Invoice): Promise<void> {
  if (invoice.sandbox.paymentIntent) {
    const intent = await unit.get("payment_intent", invoice.sandbox.paymentIntent);
    await unit.save(intent, { status: "canceled", canceled_at: unit.now, next_action: null });
  }
  await markPaid(unit, invoice);
}

async function pay({ unit, params, id }: Call): Promise<Invoice> {
  const invoice = await unit.own("invoice", id);
  if (invoice.status === "draft") await finalize(unit, invoice);
  else if (invoice.status === "paid") throw badRequest("Invoice is already paid", { code: "invoice_already_paid" });
  else if (invoice.status === "void")
    throw badRequest("You cannot pay an invoice that is void.", { code: "invoice_not_editable" });
  params.ignore("mandate");
  const given = params.string("payment_method");
  const method = given ? await methodFor(unit, given, "payment_method") : undefined;
  if (method) refuseForeign(method, invoice.customer);
  const offSession = params.boolean("off_session") ?? true;
  if (params.boolean("paid_out_of_band")) {
    await payOutOfBand(unit, invoice);
  } else if (invoice.amount_remaining > 0) {
    const outcome = await collect(unit, invoice, { method, offSession, automatic: false });
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

async function lines({ unit, params, id }: Call): Promise<object> {
  const invoice = await unit.get("invoice", id);
  const { limit, startingAfter } = pageOf(params);
  const from = startingAfter ? invoice.lines.data.findIndex((line) => line.id === startingAfter) + 1 : 0;
  const data = invoice.lines.data.slice(from, from + limit);
  return { object: "list", data, has_more: from + limit < invoice.lines.data.length, url: `/v1/invoices/${id}/lines` };
}

export const invoiceRoutes: Route[] = [
  { method: "POST", path: "invoices", run: create },
  retrieval("invoices", "invoice"),
  {
    method: "GET",
    path: "invoices",
    run: (call) => {
      const { params } = call;
      const filter = {
        customer: params.string("customer") || undefined,
        parent: params.string("subscription") || undefined,
        equals: { status: params.oneOf("status", ["draft", "open", "paid", "uncollectible", "void"]) },
      };
      return listFor(call, "invoice", filter, "/v1/invoices");
    },
  },
  { method: "POST", path: "invoices/:id", run: update },
  { method: "DELETE", path: "invoices/:id", run: removeDraft },
  { method: "POST", path: "invoices/:id/finalize", run: finalizeOne },
  { method: "POST", path: "invoices/:id/pay", run: pay },
  { method: "POST", path: "invoices/:id/void", run: voidOne },
  { method: "POST", path: "invoices/:id/mark_uncollectible", run: markUncollectible },
  { method: "GET", path: "invoices/:id/lines", run: lines },
];

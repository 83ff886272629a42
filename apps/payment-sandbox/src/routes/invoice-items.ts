import { discountFor, discountOfLine, discountWanted, redeem } from "../billing/discounting.ts";
import { insertItems, itemsFor } from "../billing/invoicing.ts";
import type { InvoiceItem } from "../objects/invoice-item.ts";
import { newInvoiceLine } from "../objects/invoice-line.ts";
import { withLines } from "../objects/invoice.ts";
import { mergedMetadata } from "../wire/params.ts";
import { badRequest, notModeled } from "../wire/refusal.ts";
import { listing, textOf, type Call, type Route } from "./route.ts";
import { taxRates } from "./tax-rates.ts";

/** Adds a line of a price that is paid once to a draft. */
async function addToDraft({ unit, params }: Call): Promise<InvoiceItem> {
  const customer = await unit.own("customer", params.required("customer"), "customer");
  const invoice = await unit.own("invoice", params.required("invoice"), "invoice");
  if (invoice.customer !== customer.id) {
    throw badRequest("The invoice does not belong to the customer.", { param: "invoice" });
  }
  if (invoice.status !== "draft") {
    throw badRequest("Finalized invoices can't be updated in this way", { code: "invoice_not_editable" });
  }
  const price = await unit.get("price", params.object("pricing")?.required("price") ?? "", "pricing[price]");
  if (price.currency !== invoice.currency) {
    throw badRequest(`The price is in ${price.currency}, and the invoice in ${invoice.currency}.`, {
      param: "pricing",
    });
  }
  const { product } = price;
  const [amount, quantity] = [price.unit_amount ?? 0, params.integer("quantity", 1) ?? 1];
  const name = price.nickname ?? (await unit.find("product", product))?.name ?? product;
  const wanted = await discountWanted(unit, params, price.currency, true);
  const redeemed = discountFor(unit, wanted, null, { customer: customer.id, subscription: null });
  if (redeemed) await redeem(unit, redeemed);
  const draft = {
    amount: amount * quantity,
    description: params.string("description") || name,
    quantity,
    plan: { id: price.id, product, amount },
    period: { start: unit.now, end: unit.now },
    proration: false,
    creditedItems: null,
    taxRates: [],
    discountable: true,
    discount: discountOfLine(redeemed, { product }, amount * quantity, unit.now),
  };
  const [item] = itemsFor(unit.now, customer.id, price.currency, [draft], null);
  if (!item) throw new Error("no item was made");
  item.metadata = mergedMetadata({}, params.dictionary("metadata"));
  item.invoice = invoice.id;
  await insertItems(unit, [item]);
  const line = newInvoiceLine(invoice, draft, { subscription: null, invoiceItem: item.id });
  const lines = [{ ...line, metadata: item.metadata }, ...invoice.lines.data];
  const { lines: listed, ...sums } = withLines(invoice, lines);
  await unit.save(invoice, { ...sums, lines: listed });
  await unit.emit("invoice.updated", invoice, { total: invoice.total });
  return item;
}

async function create(call: Call): Promise<InvoiceItem> {
  const { unit, params } = call;
  if (params.has("pricing")) return addToDraft(call);
  const customer = await unit.own("customer", params.required("customer"), "customer");
  const amount = params.integer("amount", -Number.MAX_SAFE_INTEGER);
  if (amount === undefined) throw notModeled("invoice items without an amount", "amount");
  if (params.has("invoice")) throw notModeled("adding an item to an invoice that exists", "invoice");
  const id = params.string("subscription");
  const subscription = id ? await unit.get("subscription", id, "subscription") : null;
  const period = params.object("period");
  const [item] = itemsFor(
    unit.now,
    customer.id,
    params.required("currency"),
    [
      {
        amount,
        description: params.string("description") ?? "",
        quantity: 1,
        plan: null,
        period: { start: period?.integer("start") ?? unit.now, end: period?.integer("end") ?? unit.now },
        proration: false,
        creditedItems: null,
        taxRates: (await taxRates(unit, params.strings("tax_rates"), "tax_rates")) ?? [],
        discountable: params.boolean("discountable") ?? amount > 0,
        discount: null,
      },
    ],
    subscription,
  );
  if (!item) throw new Error("no item was made");
  item.metadata = mergedMetadata({}, params.dictionary("metadata"));
  await insertItems(unit, [item]);
  return item;
}

async function remove({ unit, id }: Call): Promise<object> {
  const item = await unit.own("invoiceitem", id);
  if (item.invoice !== null) {
    throw badRequest("This invoice item is attached to an invoice and can no longer be deleted.", {
      code: "invoice_not_editable",
    });
  }
  await unit.remove(item);
  await unit.emit("invoiceitem.deleted", item);
  return { id, object: "invoiceitem", deleted: true };
}

export const invoiceItemRoutes: Route[] = [
  { method: "POST", path: "invoiceitems", run: create },
  { method: "DELETE", path: "invoiceitems/:id", run: remove },
  listing("invoiceitems", "invoiceitem", (params) => ({
    customer: textOf(params, "customer"),
    equals: params.boolean("pending") ? { invoice: null } : {},
  })),
];

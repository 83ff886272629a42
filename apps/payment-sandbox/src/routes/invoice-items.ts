import { insertItems, itemsFor } from "../billing/invoicing.ts";
import type { InvoiceItem } from "../objects/invoice-item.ts";
import { mergedMetadata } from "../wire/params.ts";
import { badRequest, notModeled } from "../wire/refusal.ts";
import { listFor, type Call, type Route } from "./route.ts";
import { taxRates } from "./tax-rates.ts";

async function create({ unit, params }: Call): Promise<InvoiceItem> {
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
  {
    method: "GET",
    path: "invoiceitems",
    run: (call) => {
      const { params } = call;
      const equals = params.boolean("pending") ? { invoice: null } : {};
      return listFor(
        call,
        "invoiceitem",
        { customer: params.string("customer") || undefined, equals },
        "/v1/invoiceitems",
      );
    },
  },
];

import { newBalanceTransaction, newCustomer, type Address, type Customer } from "../objects/customer.ts";
import { EMPTY_ADDRESS } from "../objects/payment-method.ts";
import { all } from "../store/listing.ts";
import { insertTaxId, taxIdFrom } from "../tax-ids/tax-id-verdict.ts";
import { shown, type Unit } from "../store/unit.ts";
import { endSubscription } from "../billing/settling.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { badRequest, missing, missingParam } from "../wire/refusal.ts";
import { customFieldsOf } from "./custom-fields.ts";
import { listFor, listing, previousOf, type Call, type Route } from "./route.ts";

/** The address in a call; undefined when absent, null when cleared. */
function addressOf(params: Params): Address | null | undefined {
  if (params.isText("address")) return params.string("address") === "" ? null : undefined;
  const given = params.object("address");
  if (!given) return undefined;
  const fields = Object.keys(EMPTY_ADDRESS).map((key) => [key, given.string(key) || null]);
  return { ...EMPTY_ADDRESS, ...Object.fromEntries(fields) };
}

async function checkedMethod(unit: Unit, customer: string, id: string): Promise<string> {
  const method = await unit.get("payment_method", id, "invoice_settings[default_payment_method]");
  if (method.customer === customer) return id;
  throw badRequest(
    "The customer does not have a payment method with the ID " +
      id +
      ". The payment method must be attached to the customer.",
    { code: "resource_missing", param: "invoice_settings[default_payment_method]" },
  );
}

function text(params: Params, key: string, before: string | null): string | null {
  return params.nullable(key, before);
}

/** The fields of a customer after a call. Fields that the call leaves out keep their values. */
async function described(unit: Unit, params: Params, before: Customer): Promise<Partial<Customer>> {
  const address = addressOf(params);
  const settings = params.object("invoice_settings");
  const method = settings?.string("default_payment_method");
  const customFields = customFieldsOf(settings, "invoice_settings[custom_fields]");
  // Customers of the sandbox have no shipping address, so a call can only clear it.
  if (params.isText("shipping")) params.string("shipping");
  return {
    ...(address === undefined ? {} : { address }),
    email: text(params, "email", before.email),
    name: text(params, "name", before.name),
    phone: text(params, "phone", before.phone),
    description: text(params, "description", before.description),
    metadata: mergedMetadata(before.metadata, params.dictionary("metadata")),
    tax_exempt: params.oneOf("tax_exempt", ["none", "exempt", "reverse"]) ?? before.tax_exempt,
    balance: params.integer("balance", -Number.MAX_SAFE_INTEGER) ?? before.balance,
    invoice_settings: {
      ...before.invoice_settings,
      ...(customFields === undefined ? {} : { custom_fields: customFields }),
      ...(method === undefined
        ? {}
        : { default_payment_method: method ? await checkedMethod(unit, before.id, method) : null }),
    },
  };
}

async function create({ unit, params }: Call): Promise<Customer> {
  const blank = newCustomer(unit.now);
  const customer: Customer = { ...blank, ...(await described(unit, params, blank)) };
  const taxIds = (params.objects("tax_id_data") ?? []).map((one) => taxIdFrom(unit, customer.id, one));
  await unit.insert(customer);
  await unit.emit("customer.created", customer);
  for (const taxId of taxIds) await insertTaxId(unit, taxId);
  return customer;
}

async function update({ unit, params, id }: Call): Promise<Customer> {
  const customer = await unit.own("customer", id);
  const before = shown(customer);
  await unit.save(customer, await described(unit, params, customer));
  const previous = previousOf(before, shown(customer));
  if (Object.keys(previous).length > 0) await unit.emit("customer.updated", customer, previous);
  return customer;
}

async function retrieve({ unit, id }: Call): Promise<object> {
  const customer = await unit.get("customer", id);
  return customer.deleted ? { id, object: "customer", deleted: true } : customer;
}

async function remove({ unit, id }: Call): Promise<object> {
  const customer = await unit.own("customer", id);
  const live = await all(unit, "subscription", { customer: id, not: { status: ["canceled", "incomplete_expired"] } });
  for (const subscription of live) await endSubscription(unit, subscription, "cancellation_requested");
  await unit.save(customer, { deleted: true });
  await unit.emit("customer.deleted", customer);
  return { id, object: "customer", deleted: true };
}

async function createTaxId({ unit, params, id }: Call): Promise<object> {
  await unit.own("customer", id);
  return insertTaxId(unit, taxIdFrom(unit, id, params));
}

async function ownTaxId({ unit, id, secondId }: Call) {
  const taxId = await unit.get("tax_id", secondId);
  if (taxId.customer !== id) throw missing("tax ID", secondId);
  return taxId;
}

async function removeTaxId(call: Call): Promise<object> {
  await call.unit.lockCustomer(call.id);
  const taxId = await ownTaxId(call);
  await call.unit.remove(taxId);
  await call.unit.unschedule("tax_id_verdict", taxId.id);
  await call.unit.emit("customer.tax_id.deleted", taxId);
  return { id: taxId.id, object: "tax_id", deleted: true };
}

async function adjustBalance({ unit, params, id }: Call): Promise<object> {
  const customer = await unit.own("customer", id);
  const amount = params.integer("amount", -Number.MAX_SAFE_INTEGER);
  if (amount === undefined) throw missingParam("amount");
  const currency = params.required("currency");
  await unit.save(customer, { balance: customer.balance + amount, currency: customer.currency ?? currency });
  const transaction = newBalanceTransaction({
    amount,
    created: unit.now,
    currency,
    customer: id,
    description: params.nullable("description", null),
    ending_balance: customer.balance,
    type: "adjustment",
    metadata: mergedMetadata({}, params.dictionary("metadata")),
  });
  await unit.emit("customer.updated", customer, { balance: customer.balance - amount });
  return unit.insert(transaction);
}

function listOf(noun: string, type: "tax_id" | "customer_balance_transaction" | "payment_method"): Route {
  return {
    method: "GET",
    path: `customers/:id/${noun}`,
    run: async (call) => {
      await call.unit.get("customer", call.id);
      return listFor(call, type, { customer: call.id }, `/v1/customers/${call.id}/${noun}`);
    },
  };
}

export const customerRoutes: Route[] = [
  { method: "POST", path: "customers", run: create },
  { method: "POST", path: "customers/:id", run: update },
  { method: "GET", path: "customers/:id", run: retrieve },
  { method: "DELETE", path: "customers/:id", run: remove },
  listing("customers", "customer", (params) => ({ equals: { email: params.string("email"), deleted: null } })),
  listOf("payment_methods", "payment_method"),
  listOf("tax_ids", "tax_id"),
  { method: "POST", path: "customers/:id/tax_ids", run: createTaxId },
  { method: "GET", path: "customers/:id/tax_ids/:id", run: ownTaxId },
  { method: "DELETE", path: "customers/:id/tax_ids/:id", run: removeTaxId },
  listOf("balance_transactions", "customer_balance_transaction"),
  { method: "POST", path: "customers/:id/balance_transactions", run: adjustBalance },
];

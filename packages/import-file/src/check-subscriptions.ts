import type { KnownLicense } from "./known-rows.ts";
import { addIntervals } from "@foyer/domain/periods";
import { isStoreBilled } from "@foyer/domain/product-id";
import type { Fault } from "./faults.ts";
import type { LineOf } from "./lines.ts";
import { licenseOf, missingAccount, missingLicense, type Picture } from "./picture.ts";

/** Returns faults of new subscriptions. */
export function checkSubscriptions(picture: Picture): Fault[] {
  const ids = new Map<string, string>();
  return picture.fresh.subscription.flatMap((line) => {
    const license = licenseOf(picture, line.key);
    return [
      ...missingLicense(picture, line.line, "license", line.key),
      ...missingAccount(picture, line.line, "customer", line.fields.customer),
      ...checkId(line, picture, ids),
      ...checkCard(line, picture),
      ...(license === null ? [] : checkAgainstLicense(line, license, picture)),
    ];
  });
}

function checkId({ line, key, fields }: LineOf<"subscription">, picture: Picture, taken: Map<string, string>): Fault[] {
  const { id } = fields;
  if (id === null) {
    if (picture.terms.sandbox) return [];
    return [{ line, field: "id", message: "is missing; with a real provider it names the subscription there" }];
  }
  const other = taken.get(id);
  if (other === undefined && !picture.known.subscriptions.has(id)) {
    taken.set(id, key);
    return [];
  }
  const where = other === undefined ? "in the database" : `of license "${other}"`;
  return [{ line, field: "id", message: `"${id}" is a subscription ${where} already; it must be its own` }];
}

function checkCard({ line, fields }: LineOf<"subscription">, picture: Picture): Fault[] {
  if (picture.terms.sandbox || fields.card === undefined || fields.card === null) return [];
  const message = "belongs to the payment sandbox; a real provider's cards are saved by their holders, so leave it out";
  return [{ line, field: "card", message }];
}

function checkAgainstLicense(line: LineOf<"subscription">, license: KnownLicense, picture: Picture): Fault[] {
  const { fields } = line;
  if (isStoreBilled(license.product_id)) {
    const message = `"${line.key}" is billed in an app store (${license.product_id}); it has no subscription here`;
    return [{ line: line.line, field: "license", message }];
  }
  const faults: Fault[] = [];
  if (fields.quantity !== null && fields.quantity > license.total_seats) {
    const message = `${fields.quantity} is more than the ${license.total_seats} seats of "${line.key}"; it is that number or less`;
    faults.push({ line: line.line, field: "quantity", message });
  }
  // With a real provider, its own plans and its answers count.
  if (!picture.terms.sandbox) return faults;
  const planId = fields.plan ?? license.product_id;
  const plan = picture.terms.plans.get(planId);
  if (plan) return [...faults, ...checkPeriodEnd(line, plan.interval, picture.terms.now)];
  const all = [...picture.terms.plans.keys()].join(", ");
  const message =
    fields.plan === null
      ? `is missing, and the product id "${planId}" of "${line.key}" is no plan of the catalogue (${all})`
      : `"${planId}" is no plan of the catalogue (${all})`;
  return [...faults, { line: line.line, field: "plan", message }];
}

function checkPeriodEnd({ line, fields }: LineOf<"subscription">, interval: "month" | "year", now: Date): Fault[] {
  const end = fields.current_period_end;
  if (end === null) return [];
  const fault = (message: string): Fault[] => [
    { line, field: "current_period_end", message: `${end.toISOString()} ${message}` },
  ];
  if (fields.status === "canceled") return end < now ? [] : fault("is not in the past, as that of a canceled one is");
  if (end <= now) return fault("is not in the future; an ended subscription has the status canceled");
  if (end <= addIntervals(now, interval, 1)) return [];
  return fault(`is more than one ${interval} ahead; it is at most one interval of the plan ahead`);
}

import type { SaleNews } from "@foyer/contract/internal";
import { parseProductId, purchaseType } from "@foyer/domain/product-id";
import { restoreSeats } from "@foyer/domain/seats";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { endActivationsOfLicense } from "../stores/activation-store.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { hasEnded, type License, lockLicense, updateLicense } from "../stores/license-store.ts";
import { type EndedSeats, queueLicenseBought } from "../mail/send-license-bought.ts";
import { findAccount } from "../stores/account-store.ts";
import { endedDetails, endUnpaidSeats } from "../seats/end-unpaid-seats.ts";
import { seatsOfLicense } from "../stores/seat-store.ts";
import { newLicenseKey } from "../secrets/secret-values.ts";
import { deleteReservation, lockReservation } from "../stores/reserved-license-store.ts";
import { insertSoldLicense } from "../stores/trial-store.ts";
import { createReserved } from "./bought-license.ts";

type Sale = SaleNews & { readonly at: Date; readonly key: string | null };

/** A new key for a license that is paid once, where its product has keys; otherwise null. */
function keyFor({ products }: Pick<Deps["brand"], "products">, plan: string): string | null {
  const { code } = parseProductId(plan);
  const product = products.find((one) => one.code === code);
  return product?.licenseKeys === true ? newLicenseKey() : null;
}

/**
 * Takes the payment of a license without a subscription, and the return of the payment. Runs in the caller's transaction.
 *
 * @returns false for a repeat, which changes nothing. Refuses `object.not_found` if nothing was reserved.
 */
export async function takeSale(
  deps: Pick<Deps, "addJob" | "clock" | "brand">,
  tx: Tx,
  news: SaleNews,
): Promise<boolean> {
  const isPaid = await takePayment(deps, tx, news);
  const isReturned = news.returned_at !== undefined && (await takeReturn(deps, tx, news, news.returned_at));
  return isPaid || isReturned;
}

/** Ends the license whose payment was returned, with its key and its devices. */
async function takeReturn(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  { registration_id: id, plan, quantity }: SaleNews,
  returnedAt: number,
): Promise<boolean> {
  const license = await lockLicense(tx, id);
  const end = new Date(returnedAt * 1_000);
  if (!license || (license.expires_at !== null && license.expires_at <= end)) return false;
  await endActivationsOfLicense(tx, id, clock.now());
  await updateLicense(tx, id, { expires_at: end, ...(license.key === null ? {} : { key_revoked_at: end }) });
  await recordLicenseEvent(tx, clock.now(), id, {
    act: "license.returned",
    by: null,
    byKind: "provider",
    details: { plan, total_seats: quantity },
    price: null,
  });
  return true;
}

/**
 * Takes the payment: creates the reserved license, or turns the buyer's trial into it,
 * with its key, its record and the buyer's mail. Returns false for a repeat.
 */
async function takePayment(
  { addJob, clock, brand }: Pick<Deps, "addJob" | "clock" | "brand">,
  tx: Tx,
  news: SaleNews,
): Promise<boolean> {
  const { registration_id: id, invoice_id: invoice, plan, quantity } = news;
  const before = await lockLicense(tx, id);
  const reserved = await lockReservation(tx, id);
  // A concurrent repeat may have created the license while this waited for the reservation.
  const license = before ?? (await lockLicense(tx, id));
  // A license that was deleted since has nothing left to end.
  if (!reserved) return license || news.returned_at !== undefined ? false : refuse("object.not_found");
  if (license && license.purchase_type !== "trial") throw new Error(`the license ${id} was paid for in another way`);
  const buyer = await findAccount(tx, reserved.account_id);
  const sale = { ...news, at: clock.now(), key: keyFor(brand, plan) };
  const ended = license ? await turnIntoPaid(tx, license, sale, reserved.release) : noSeats;
  if (!license) await createReserved(tx, reserved, { ...sale, keyOwner: buyer?.username ?? "" });
  await insertSoldLicense(tx, {
    invoice_id: invoice,
    license_id: id,
    customer_id: news.customer_id,
    product_id: plan,
    quantity,
    paid_at: new Date(news.paid_at * 1_000),
  });
  await recordLicenseEvent(tx, sale.at, id, {
    act: "license.bought",
    by: buyer?.username ?? null,
    byKind: "person",
    details: { plan, total_seats: quantity, ...endedDetails(ended) },
    price: { amount: reserved.amount_cents, currency: reserved.currency },
  });
  await deleteReservation(tx, id);
  const { account_id: accountId, description, amount_cents: amount, currency } = reserved;
  const paid = { amount, currency };
  const bought = { accountId, description, seats: quantity, isReturn: false, licenseId: id, paid };
  await queueLicenseBought(tx, addJob, bought, ended);
  return true;
}

const noSeats: EndedSeats = { count: 0, addresses: [] };

/**
 * Turns a trial into a paid license with the seats that fit. Returns the seats that ended. @param release held seats that the
 * buyer gives up.
 */
async function turnIntoPaid(
  tx: Tx,
  license: License,
  { plan, quantity, at, key }: Sale,
  release: readonly string[],
): Promise<EndedSeats> {
  const rows = await seatsOfLicense(tx, license.id);
  const seats = rows.map(({ id, status, created_at: createdAt }) => ({ id, status, createdAt }));
  const ended = await endUnpaidSeats(tx, at, license, rows, restoreSeats(seats, quantity, release));
  // Devices of an ended license stay ended when the license comes back.
  if (hasEnded(license, at)) await endActivationsOfLicense(tx, license.id, at);
  await updateLicense(tx, license.id, {
    product_id: plan,
    purchase_type: purchaseType(plan),
    expires_at: null,
    total_seats: quantity,
    key,
    key_bought: key !== null,
    key_revoked_at: null,
  });
  return ended;
}

import { createHash, randomBytes } from "node:crypto";
import type { BillingContact } from "@foyer/contract/billing-contacts";
import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { contactByLink, type ContactRow, insertLink, pruneLinks } from "./billing-contact-store.ts";

/** Time in which a link shows papers and can confirm its address. */
const PAPERS_MS = 30 * 86_400_000;
/** Time in which a link can stop the mails. */
const KEPT_MS = 400 * 86_400_000;
/** Uses of links from one network. */
const uses = { limit: 120, windowSeconds: 600 };

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Makes the link of one mail to a contact, and returns its address. */
export async function newLink(
  { clock, publicOrigin }: Pick<Deps, "clock" | "publicOrigin">,
  db: Queryable<PurchaseTables>,
  contactId: string,
): Promise<string> {
  const token = `bl_${randomBytes(16).toString("base64url")}`;
  const now = clock.now();
  await insertLink(db, { hash: hashOf(token), contactId, papersUntil: new Date(now.getTime() + PAPERS_MS), now });
  return `${publicOrigin}/billing-contact?token=${token}`;
}

export function stateOf({ confirmed_at: confirmed, stopped_at: stopped }: ContactRow): BillingContact["state"] {
  if (stopped !== null) return "stopped";
  return confirmed === null ? "unconfirmed" : "confirmed";
}

/** The contact that a link was mailed to. */
export interface Linked {
  readonly contact: ContactRow;
  /** Null if the link shows no papers. */
  readonly papersUntil: Date | null;
}

/** Returns the contact of a mailed link. Refuses an unknown link, and a confirmation link that is too old. */
export async function lookAtLink({ db, clock, limiter }: Deps, token: string, ip: string): Promise<Linked> {
  await limiter.take(`billing-links:${clientNetwork(ip)}`, uses);
  const found = await contactByLink(db, hashOf(token));
  if (!found) refuse("billing_link.dead");
  const { contact, papersUntil } = found;
  const isFresh = papersUntil > clock.now();
  const state = stateOf(contact);
  if (state === "unconfirmed" && !isFresh) refuse("billing_link.dead");
  return { contact, papersUntil: isFresh && state === "confirmed" ? papersUntil : null };
}

/** Deletes links that can no longer stop the mails. */
export async function dropOldLinks({ db, clock }: Deps): Promise<void> {
  await pruneLinks(db, new Date(clock.now().getTime() - KEPT_MS));
}

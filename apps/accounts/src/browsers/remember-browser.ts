import type { Call } from "@foyer/service-kit/call";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { RawBuilder } from "kysely";
import type { Db, Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import type { Credential } from "../stores/account-store.ts";
import { hashOf, newId, newToken } from "../secrets/secret-values.ts";
import { addQuietBrowserSql, seenBrowserSql } from "./browser-at-once-store.ts";
import { browserCookie, mayHoldCookies, shownSecrets } from "./browser-cookies.ts";
import {
  type Browser,
  findBrowserOf,
  giveTrust,
  holdCredential,
  insertBrowser,
  knownAmong,
  placesOf,
  seeBrowser,
  type Sighting,
} from "../stores/browser-store.ts";

/** The part of a call that identifies its browser and can set a cookie. */
export type BrowserCall = Pick<Call<never>, "ip" | "userAgent" | "headers" | "setCookie">;

/** Limit of mails about new sign-ins to one account, so that a person who knows the password cannot fill its mailbox. */
const notices = { limit: 10, windowSeconds: 24 * 3_600 } as const;

/** The browser that asks, if it has signed in to that account before. @param username normalized. */
export async function knownBrowser(
  deps: Pick<Deps, "config" | "clock"> & { readonly db: Db },
  username: string,
  headers: BrowserCall["headers"],
): Promise<Browser | null> {
  const secrets = shownSecrets(deps, headers).filter((secret) => secret !== null);
  return findBrowserOf(deps.db, username, secrets.map(hashOf), deps.clock.now());
}

/**
 * Records a sign-in with its browser and makes the browser known by a cookie. Mails the owner when both browser and network are
 * new to the account, except at the first sign-in.
 *
 * @param account the proved credential; its account stays locked until the transaction ends.
 * @param trust `give` trusts the browser for 30 days; `use` means that trust replaced the code.
 * @returns the browser's id, for the session that the same transaction opens; null when the proof or the used trust is no longer
 * valid. Then the caller must not open a session.
 */
export async function rememberBrowser(
  tx: Tx,
  deps: Deps,
  now: Date,
  account: Credential,
  call: BrowserCall,
  trust?: "give" | "use",
): Promise<string | null> {
  if (!(await holdCredential(tx, account))) return null;
  const shown = shownSecrets(deps, call.headers);
  const hashes = shown.map((secret) => (secret === null ? null : hashOf(secret)));
  const sighting = sightingOf(now, call);
  const version = trust === "use" ? account.credential_version : undefined;
  const seen = await seeBrowser(tx, account.id, present(hashes), sighting, version);
  if (!seen && trust === "use") return null;
  const slot = seen ? hashes.findIndex((hash) => hash && seen.secret_hash?.equals(hash)) : await freeSlot(tx, hashes);
  const secret = (seen && shown[slot]) ?? newToken("br");
  const mayHold = mayHoldCookies(deps, call.headers);
  const id = seen ? seen.id : await addBrowser(tx, deps, account.id, sighting, mayHold ? hashOf(secret) : null);
  if (!mayHold) return id;
  if (trust === "give") await giveTrust(tx, id, now, account.credential_version);
  call.setCookie(browserCookie(deps, slot, secret));
  return id;
}

function sightingOf(at: Date, { ip, userAgent }: BrowserCall): Sighting {
  return { at, ip, network: clientNetwork(ip), userAgent };
}

/** Records a browser in the statement that opens the session, see `WithSession`. */
export interface BrowserAtOnce {
  readonly browser: RawBuilder<unknown>;
  /** Makes the browser known by a cookie, after the session was opened. */
  remember(): void;
}

/**
 * Does the same as `rememberBrowser` without a transaction, for a sign-in without a code.
 *
 * @param known the browser that `knownBrowser` has found.
 * @returns null when that takes more than one statement: the browser shows cookies of other accounts only. The statement adds no
 * browser when the owner must be told, or the browser is no longer known.
 */
export function browserAtOnce(
  deps: Deps,
  now: Date,
  { id: accountId }: Credential,
  call: BrowserCall,
  known: Browser | null,
): BrowserAtOnce | null {
  const shown = shownSecrets(deps, call.headers);
  const sighting = sightingOf(now, call);
  const shownHash = known?.secret_hash;
  if (known && shownHash) {
    const slot = shown.findIndex((secret) => secret !== null && hashOf(secret).equals(shownHash));
    return {
      browser: seenBrowserSql(known, accountId, sighting),
      remember: () => call.setCookie(browserCookie(deps, slot, shown[slot] ?? newToken("br"))),
    };
  }
  if (shown.some((secret) => secret !== null)) return null;
  const secret = newToken("br");
  const mayHold = mayHoldCookies(deps, call.headers);
  return {
    browser: addQuietBrowserSql(newId("brw"), accountId, sighting, mayHold ? hashOf(secret) : null),
    remember: () => {
      if (mayHold) call.setCookie(browserCookie(deps, 0, secret));
    },
  };
}

const present = (hashes: readonly (Buffer | null)[]): Buffer[] => hashes.filter((hash) => hash !== null);

/** The slot for a new cookie: an empty or invalid one, or that of the account unused longest. */
async function freeSlot(tx: Tx, hashes: readonly (Buffer | null)[]): Promise<number> {
  const known = await knownAmong(tx, present(hashes));
  const empty = hashes.findIndex((hash) => !hash || !known.some((one) => one.equals(hash)));
  const longestAway = known.at(-1);
  return empty === -1 ? hashes.findIndex((hash) => hash && longestAway?.equals(hash)) : empty;
}

async function addBrowser(
  tx: Tx,
  deps: Deps,
  accountId: string,
  sighting: Sighting,
  secretHash: Buffer | null,
): Promise<string> {
  const { hasSignedIn, isKnown } = await placesOf(tx, accountId, sighting.network);
  const id = await insertBrowser(tx, accountId, sighting, secretHash);
  if (hasSignedIn && !isKnown && (await mayTell(tx, deps, accountId))) {
    const { at, ip, userAgent } = sighting;
    await queueAccountNotice(tx, deps.addJob, accountId, "new_sign_in", at, { ip, userAgent });
  }
  return id;
}

async function mayTell(tx: Tx, { limiter }: Deps, accountId: string): Promise<boolean> {
  const [hasRoom = true] = await limiter.takeEach(tx, [`sign-in-notice:${accountId}`], notices);
  return hasRoom;
}

import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Deps } from "../deps.ts";
import { openGrant } from "../grants/open-grant.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { hashOf } from "../secrets/secret-values.ts";
import type { Origin } from "../security-events/security-events.ts";
import { findSession } from "../stores/session-store.ts";
import { authenticationOf } from "./provider-time.ts";
import { allowedScopes, appsOf } from "../grants/apps.ts";
import { answerDevice, type DeviceCode, findWaitingDevice, lockWaitingDevice } from "./device-store.ts";

const WINDOW = 600;
/** Limits of wrong codes. */
const ofAccount = { limit: 5, windowSeconds: WINDOW } as const;
const ofNetwork = { limit: 20, windowSeconds: WINDOW } as const;

/** Returns a typed code as its letters in upper case, or null if it cannot be a code. */
function typedCode(text: string): string | null {
  const letters = text.replaceAll(/[\s\p{Pd}]/gu, "").toUpperCase();
  return /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(letters) ? letters : null;
}

/** Runs `work`, which refuses wrong codes, while the account and the network have tries left. */
async function countingWrong<T>(deps: Deps, person: Person, ip: string, work: () => Promise<T>): Promise<T> {
  const { limiter } = deps;
  const own = await limiter.begin(`device-code:${person.id}`, ofAccount);
  const shared = await limiter.begin(`device-code-network:${clientNetwork(ip)}`, ofNetwork).catch(async (error) => {
    await own.giveBack();
    throw error;
  });
  try {
    const done = await work();
    await Promise.all([own.giveBack(), shared.giveBack()]);
    return done;
  } catch (error) {
    const isWrong = error instanceof Refusal && error.refusal === "device_code.wrong";
    await Promise.all([own, shared].map((open) => (isWrong ? open.failed() : open.giveBack())));
    throw error;
  }
}

const wrong = (): never => refuse("device_code.wrong", { field: "user_code" });

/** Returns the device that waits with that code, and its app. */
function known({ brand }: Deps, code: DeviceCode | null) {
  const app = code && appsOf(brand).get(code.app_id);
  if (!code || !app) return wrong();
  const { params } = code.payload as { params?: { scope?: string } };
  return { code, app, scopes: allowedScopes(app, (params?.scope ?? "").split(" ")) };
}

/** Returns what a device requests, to show it before the answer. */
export function readAppDevice(deps: Deps, person: Person, typed: string, ip: string) {
  return countingWrong(deps, person, ip, async () => {
    const letters = typedCode(typed) ?? wrong();
    const { code, app, scopes } = known(deps, await findWaitingDevice(deps.db, hashOf(letters), deps.clock.now()));
    return {
      app: { id: app.id, name: app.name },
      scopes,
      device_name: code.device_name,
      asked_at: instantOf(code.created_at),
      ip: code.ip,
      is_own_network: clientNetwork(code.ip) === clientNetwork(ip),
      user_code: `${letters.slice(0, 4)}-${letters.slice(4)}`,
    };
  });
}

/** Signs the device in as the signed-in person, or refuses it. Only the first answer counts. */
export async function answerAppDevice(
  deps: Deps,
  person: Person,
  { typed, allow }: { readonly typed: string; readonly allow: boolean },
  origin: Origin,
): Promise<void> {
  await countingWrong(deps, person, origin.ip, async () => {
    const letters = typedCode(typed) ?? wrong();
    await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now();
      await lockHolder(tx, person);
      const session = (await findSession(tx, person.sessionId)) ?? refuse("session.required");
      // An app must not sign in another app: a session that it opened has no proof of the password.
      if (session.app_grant_id !== null && session.proved_at < session.started_at)
        refuse("permission.denied", { reason: "password_first" });
      const { code, app, scopes } = known(deps, await lockWaitingDevice(tx, hashOf(letters), now));
      if (!allow) {
        await answerDevice(tx, code.hash, { deniedAt: now });
        return;
      }
      const grant = { accountId: person.id, app, scopes, deviceName: code.device_name, sessionId: null };
      const grantId = await openGrant(tx, now, grant, origin);
      const { at: authTime, amr } = authenticationOf(deps, session);
      const payload = { ...code.payload, accountId: person.id, scope: scopes.join(" "), authTime, amr };
      await answerDevice(tx, code.hash, { grantId, payload });
    });
  });
}

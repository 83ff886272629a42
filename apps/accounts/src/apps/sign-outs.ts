import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { hashOf } from "../secrets/secret-values.ts";
import type { BrowserOrigin } from "./answer-request.ts";
import { appsOf } from "../grants/apps.ts";
import { shownBrowsers } from "./browser-cookie.ts";
import type { EndSessionPayload } from "./end-session.ts";
import { deleteRequest, findRequest } from "./request-store.ts";

async function ownRequest(deps: Deps, code: string, { headers }: BrowserOrigin): Promise<EndSessionPayload> {
  const row = await findRequest(deps.db, hashOf(code), deps.clock.now());
  const isOwn = shownBrowsers(deps, headers["cookie"]).some((browser) => row?.browser_hash.equals(browser));
  if (!row || !isOwn || row.payload["kind"] !== "EndSession") refuse("app_request.dead");
  // Only `endSessionScreen` stores this kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return row.payload as unknown as EndSessionPayload;
}

/** Returns the app that signs its user out, or null if the app is not proved. */
export async function readAppSignOut(deps: Deps, code: string, origin: BrowserOrigin) {
  const { appId } = await ownRequest(deps, code, origin);
  const app = appsOf(deps.brand).get(appId ?? "");
  return { app: app ? { id: app.id, name: app.name } : null };
}

/** Returns the address after the sign-out. Only the first call returns it. */
export async function finishAppSignOut(
  deps: Deps,
  code: string,
  origin: BrowserOrigin,
): Promise<{ url: string | null }> {
  const { returnTo } = await ownRequest(deps, code, origin);
  await deleteRequest(deps.db, hashOf(code));
  return { url: returnTo };
}

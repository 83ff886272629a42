import type { UserInfo } from "@foyer/contract/sign-in";
import { askForAccountParts, isAllInView } from "../shared/account-parts.ts";
import { baseAddresses } from "../shared/base-addresses.ts";
import { earlyCustomerPaths, earlyKey, earlyLowerPaths, earlyPaths } from "../shared/early-calls.ts";
import { readSettings } from "../shared/settings.ts";
import { askForPortal } from "./portal-parts.ts";

const TIMEOUT_MS = 15_000;

/** Asks for all that the account page shows, so that it is here when the application is. */
export function askForAccount(token: string) {
  const early = new Map<string, Promise<Response>>();
  const { accountsUrl, purchaseUrl } = baseAddresses(readSettings(), location.hostname);
  function ask(call: string, id = ""): Promise<Response> {
    const [method = "", path = ""] = call.replace(":id", id).split(" ");
    const url = `${path.startsWith("/api/v2/") ? purchaseUrl : accountsUrl}${path}`;
    const authorization = `Bearer ${token}`;
    const headers = { accept: "application/json", authorization };
    const answer = fetch(url, { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(readWhole);
    // Whoever takes it asks again; nobody must be told of a failure that nobody waits for.
    answer.catch(() => null);
    early.set(earlyKey(method, url, authorization), answer);
    return answer;
  }

  async function askForCustomer(user: Promise<Response>) {
    const answer = await user;
    // Read from a copy: the application takes the answer itself.
    const { userinfo } = (await answer.clone().json()) as { userinfo?: UserInfo };
    const id = userinfo?.customer_id[0];
    if (id) for (const call of Object.values(earlyCustomerPaths)) void ask(call, encodeURIComponent(id));
  }

  window.foyerEarly = early;
  // In the order of what waits longest: a browser makes six requests to a host at a time, and the others wait.
  const { readUser, ...others } = earlyPaths;
  const user = ask(readUser);
  askForPortal().catch(() => null);
  askForAccountParts();
  for (const call of Object.values(others)) void ask(call);
  // What is not in the first view does not share the line with the scripts.
  if (!isAllInView()) return;
  for (const call of Object.values(earlyLowerPaths)) void ask(call);
  askForCustomer(user).catch(() => null);
}

/** The answer with its body read: now there is time for it, while the scripts still come. */
async function readWhole(answer: Response): Promise<Response> {
  return new Response(await answer.text(), answer);
}

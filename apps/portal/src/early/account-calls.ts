import type { UserInfo } from "@foyer/contract/sign-in";
import { askForAccountParts } from "../shared/served/account-parts.ts";
import { baseAddresses } from "../shared/settings/base-addresses.ts";
import { accountPageParts, AWAY, customerPageParts, earlyKey, earlyPaths } from "../shared/served/early-calls.ts";
import { readSettings } from "../shared/settings/settings.ts";
import { askForPortal } from "./portal-parts.ts";

const TIMEOUT_MS = 15_000;

/** Parts of an answer by the names of their calls. */
type Parts = Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;

/**
 * Requests the account page's data in a few calls while the application loads. Stores each part as the early answer to its
 * own call.
 */
export function askForAccount(token: string) {
  const early = new Map<string, Promise<Response | null>>();
  const { accountsUrl, purchaseUrl } = baseAddresses(readSettings(), location.hostname);
  const authorization = `Bearer ${token}`;

  function addressOf(call: string, id: string) {
    const [method = "", path = ""] = call.replace(":id", id).split(" ");
    const url = `${path.startsWith("/api/v2/") ? purchaseUrl : accountsUrl}${path}`;
    return { method, url, key: earlyKey(method, url, call.endsWith(" open") ? undefined : authorization) };
  }

  function ask(call: string, id = ""): Promise<Response> {
    const { method, url } = addressOf(call, id);
    const headers = { accept: "application/json", authorization };
    return fetch(url, { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(readWhole);
  }

  function keep(call: string, id: string, answer: Promise<Response | null>) {
    // A failure is reported only to the caller that takes the answer.
    answer.catch(() => null);
    early.set(addressOf(call, id).key, answer);
  }

  function keepParts(page: Promise<Response>, calls: Readonly<Record<string, string>>, id = "") {
    const parts = page.then((answer) => readParts(answer));
    for (const [name, call] of Object.entries(calls))
      keep(
        call,
        id,
        parts.then((read) => read(name)),
      );
  }

  async function askForCustomer(user: Promise<Response>) {
    const answer = await user;
    // Read from a copy: the application takes the answer itself.
    const { userinfo } = (await answer.clone().json()) as { userinfo?: UserInfo };
    const id = encodeURIComponent(userinfo?.customer_id[0] ?? "");
    if (id) keepParts(ask(earlyPaths.readCustomerPage, id), customerPageParts, id);
  }

  window.foyerEarly = early;
  // The slowest first.
  const user = ask(earlyPaths.readUser);
  keep(earlyPaths.readUser, "", user);
  keepParts(ask(earlyPaths.readAccountPage), accountPageParts);
  askForPortal().catch(() => null);
  askForAccountParts();
  askForCustomer(user).catch(() => null);
}

/** Reads the body now, while the scripts are still loading. */
async function readWhole(answer: Response): Promise<Response> {
  return new Response(await answer.text(), answer);
}

/** Returns the answer to each part's own call; null for a part whose call must be made. */
async function readParts(answer: Response): Promise<(name: string) => Response | null> {
  // If the service does not answer, more calls would not help.
  if (AWAY.includes(answer.status)) return () => answer.clone();
  const parts = answer.ok ? ((await answer.json()) as Parts) : {};
  return (name) => {
    const { status, body } = parts[name] ?? { status: 404, body: null };
    return status === 404 || status === 429 || status >= 500 ? null : Response.json(body, { status });
  };
}

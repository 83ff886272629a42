import type { CallReply } from "@foyer/api-client/call-types";
import { type CallName, paths } from "@foyer/contract/paths";
import { refusals, type RefusalName } from "@foyer/contract/refusals";
import type { Page, Route } from "@playwright/test";

const lines: Readonly<Record<string, string>> = paths;
const pathOf = (name: string): string => lines[name] ?? "";

interface Refused {
  refusal: RefusalName;
  field?: string;
  extra?: Record<string, unknown>;
}

/**
 * A service's reply in a scene: an answer of the contract, a refusal, a network failure, or a reply that never
 * arrives.
 */
export type Replies = { [Name in CallName]?: CallReply<Name> | Refused | "unreachable" | "never" };

/** Placeholder in a reply for the origin of the page. */
export const HERE = "%origin%";

interface AnsweredScene {
  readonly signedIn?: boolean;
  readonly team?: string;
  readonly replies?: Replies;
  readonly heldFile?: string;
}

/** Answers every call of the portal with the scene's replies; a call without one is not found. */
export async function answerCalls(page: Page, scene: AnsweredScene) {
  if (scene.signedIn) {
    await page.addInitScript(() => {
      const inAnHour = Date.now() + 3_600_000;
      const session = { accessToken: "a", accessEndsAt: inAnHour, sessionEndsAt: inAnHour };
      localStorage.setItem("foyer.session", JSON.stringify(session));
    });
  }
  if (scene.team) await page.addInitScript((team) => sessionStorage.setItem("foyer.team", team), scene.team);
  await page.route("**/api/**", (route) => answer(route, scene.replies ?? {}));
  if (scene.heldFile) await page.route(`**/assets/${scene.heldFile}-*.js`, () => undefined);
  await page.route("**/conf", (route) => route.fulfill({ json: { revision: "gallery" } }));
}

async function answer(route: Route, replies: Replies) {
  const name = nameOf(route, replies);
  const reply: unknown = name ? replies[name] : { refusal: "object.not_found" };
  if (reply === "never") return;
  if (reply === "unreachable") {
    await route.abort();
  } else if (isRefused(reply)) {
    const { code, message, status } = refusals[reply.refusal];
    const fault = { code, name: reply.refusal, message };
    const errors = [{ ...fault, field: reply.field }];
    const json = { status: "error", ...fault, errors, ...reply.extra };
    await route.fulfill({ status, json, headers: { "x-request-id": "7c1e-gallery" } });
  } else {
    const { origin } = new URL(route.request().url());
    await route.fulfill({ json: JSON.parse(JSON.stringify(reply).replaceAll(HERE, origin)) });
  }
}

function isRefused(reply: unknown): reply is Refused {
  return typeof reply === "object" && reply !== null && "refusal" in reply;
}

/** For calls with the same address: the field that only this call sends. */
const fields: Readonly<Partial<Record<CallName, string>>> = {
  changeEmail: "new_email_address",
  completeSignUp: "new_account_name",
  changePassword: "old_password",
  confirmSignUpKey: "confirm_key",
};

function sharesAddress(name: CallName, other: string, body: string, sent: string): boolean {
  return pathOf(name).split(" ")[1] === pathOf(other).split(" ")[1] && body.includes(`"${sent}"`);
}

/** Returns the call of a request; if several share the address, the one that the scene answers. */
function nameOf(route: Route, replies: Replies): CallName | undefined {
  const request = route.request();
  const { pathname } = new URL(request.url());
  const names = Object.keys(replies) as CallName[];
  const body = request.postData() ?? "";
  return names.find((name) => {
    // Calls with the same address differ in the fields that they send.
    const field = fields[name];
    if (
      field
        ? !body.includes(field)
        : Object.entries(fields).some(([other, sent]) => sharesAddress(name, other, body, sent))
    )
      return false;
    const [method, path] = pathOf(name).split(" ");
    const pattern = new RegExp(`^${(path ?? "").replaceAll(/:\w+/g, "[^/]+")}$`);
    return method === request.method() && pattern.test(pathname);
  });
}

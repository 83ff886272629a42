import { introspection } from "@foyer/contract/internal";
import type { PageLink } from "@foyer/payment-sandbox/look";
import { cookieIn } from "@foyer/service-kit/cookies";
import { errorEnvelope, Refusal } from "@foyer/service-kit/errors";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Surroundings } from "../services/service.ts";
import { fieldsOf, withRawBodies } from "./raw-bodies.ts";
import { sendPage } from "./sandbox-page.ts";

/** Routes of the payment sandbox for staff. The others need its API key, a client secret, or an id that nobody can guess. */
const STAFF_ROUTES: readonly string[] = ["/sandbox/stripe", "/sandbox/stripe/next", "/sandbox/stripe/events/:id/send"];
const ENTRY = "/sandbox/stripe/enter";
const COOKIE = "foyer_sandbox";
const TIMEOUT_MS = 5_000;

type Accounts = Pick<Surroundings, "accountsUrl" | "serviceCredential" | "config">;

const post = async (url: string, body: object, headers: Readonly<Record<string, string>>): Promise<unknown> => {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return answer.json();
};

/** True if the token belongs to a session of staff, which in production was opened with a second factor. */
async function isStaff({ accountsUrl, serviceCredential }: Accounts, token: string): Promise<boolean> {
  const answer = await post(
    `${accountsUrl}/api/1.1/internal/introspect/`,
    { token },
    { authorization: `Bearer ${serviceCredential}` },
  );
  const read = introspection.safeParse(answer);
  return read.success && read.data.active && read.data.is_staff;
}

function tokenOf({ headers }: FastifyRequest): string | null {
  const [scheme, value] = (headers.authorization ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" && value ? value : cookieIn(headers.cookie, COOKIE);
}

/** Signs in at the accounts service, which checks password, second factor and limits. @returns the access token, or null. */
async function signIn({ accountsUrl }: Accounts, request: FastifyRequest): Promise<string | null> {
  const given = Object.fromEntries(Object.entries(fieldsOf(request).fields).filter(([, value]) => value !== ""));
  const answer = (await post(`${accountsUrl}/api/1.1/signin/`, given, { "x-forwarded-for": request.ip })) as {
    readonly token?: { readonly access_token?: string };
  };
  return answer.token?.access_token ?? null;
}

const FORM = `<p>This page is for staff: sign in with the second factor.</p>
<form method="post" action="${ENTRY}">
<p><label>Account name <input name="username" autocomplete="username" required></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><label>Code from the authenticator <input name="otp" inputmode="numeric" autocomplete="one-time-code" required></label></p>
<p><button>Sign In</button></p></form>`;

function serveEntry(app: FastifyInstance, accounts: Accounts): void {
  withRawBodies(app, (scope) => {
    scope.post(ENTRY, async (request, reply) => {
      const token = await signIn(accounts, request);
      const secure = accounts.config.publicOrigin.startsWith("https:") ? "; Secure" : "";
      const cookie = `${COOKIE}=${token}; Path=/sandbox; Max-Age=900; HttpOnly; SameSite=Strict${secure}`;
      if (token !== null && (await isStaff(accounts, token))) void reply.header("set-cookie", cookie);
      return reply.redirect("/sandbox/stripe", 303);
    });
  });
}

/** Serves the payment sandbox in production, where its page and its buttons are for staff only. */
export function forStaff(
  sandbox: FastifyPluginAsync,
  accounts: Accounts,
  links: readonly PageLink[],
): FastifyPluginAsync {
  return async (app) => {
    serveEntry(app, accounts);
    await app.register(async (scope) => {
      scope.addHook("onRequest", async (request, reply) => {
        if (!STAFF_ROUTES.includes(request.routeOptions.url ?? "")) return;
        const token = tokenOf(request);
        if (token !== null && (await isStaff(accounts, token))) return;
        void reply.status(401).header("cache-control", "no-store");
        if (request.method !== "GET") return reply.send(errorEnvelope(new Refusal({ name: "session.required" })));
        return sendPage(reply, { title: "Payment sandbox", body: FORM, links, here: "/sandbox/stripe" });
      });
      await scope.register(sandbox);
    });
  };
}

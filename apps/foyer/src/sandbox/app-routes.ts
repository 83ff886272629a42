import { createHash, randomBytes } from "node:crypto";
import type { PageLink } from "@foyer/payment-sandbox/look";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escaped, sendPage } from "./sandbox-page.ts";

/** The app of the brand that this page plays. */
const APP_ID = "time-sheets";
const CALLBACK = "/sandbox/app/signed-in";
const WAITING_MAX = 100;

/** The app's origin: the one that the person used, by its number where she used the name `localhost`. */
const originOf = ({ host, protocol }: FastifyRequest): string =>
  `${protocol}://${host.replace(/^localhost(?=:|$)/, "127.0.0.1")}`;

interface UserInfo {
  readonly preferred_username?: string;
}

/** Exchanges the code and reads who signed in, as a desktop app does: over HTTP, from the person's address. */
async function finish(app: FastifyInstance, request: FastifyRequest, code: string, verifier: string) {
  const headers = { "x-forwarded-for": request.ip };
  const form = {
    grant_type: "authorization_code",
    client_id: APP_ID,
    redirect_uri: `${originOf(request)}${CALLBACK}`,
    code_verifier: verifier,
    code,
  };
  const token = await app.inject({
    method: "POST",
    url: "/oauth/token",
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
  });
  const { access_token: access = "" } = token.json<{ readonly access_token?: string }>();
  const bearer = `Bearer ${access}`;
  const userinfo = await app.inject({ url: "/oauth/userinfo", headers: { ...headers, authorization: bearer } });
  return userinfo.json<UserInfo>();
}

const START = `<p class="muted">This page plays an app of another company, which signs people in through the portal.</p>
<section aria-labelledby="sign-in"><h2 id="sign-in">Sign in</h2>
<p>The app asks who you are, and which licenses you hold.</p>
<p><a href="/sandbox/app/sign-in">Sign in with Fernhill</a></p></section>`;

/** The part of a page that shows what the portal answered. @param body HTML. */
const answer = (body: string): string =>
  `<section aria-label="Answer of the portal">${body}<p><a href="/sandbox/app">Back to the start</a></p></section>`;

/** The address at which the app begins a sign-in (RFC 6749, PKCE). */
function authorizeUrl(portal: string, request: FastifyRequest, state: string, verifier: string): string {
  const query = new URLSearchParams({
    client_id: APP_ID,
    redirect_uri: `${originOf(request)}${CALLBACK}`,
    response_type: "code",
    scope: "openid profile email licenses",
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return `${portal}/oauth/authorize?${query.toString()}`;
}

/**
 * `GET /sandbox/app`: an app of another company that signs people in through the portal, for the demo. Its redirect address is on
 * 127.0.0.1, as for a desktop app, so it works only on the machine itself. A sign-in begins at the portal's origin, where it resumes.
 */
export function serveAppSandbox(app: FastifyInstance, links: readonly PageLink[], portal: string): void {
  const waiting = new Map<string, string>();
  const show = (reply: FastifyReply, title: string, body: string): FastifyReply =>
    sendPage(reply, { title, body, links, here: "/sandbox/app" });
  app.get("/sandbox/app", async (_request, reply) => show(reply, "Time Sheets by Larkspur", START));
  app.get("/sandbox/app/sign-in", async (request, reply) => {
    const [state, verifier] = [randomBytes(16).toString("base64url"), randomBytes(32).toString("base64url")];
    if (waiting.size >= WAITING_MAX) waiting.clear();
    waiting.set(state, verifier);
    return reply.redirect(authorizeUrl(portal, request, state, verifier), 303);
  });
  app.get<{ Querystring: Record<string, string | undefined> }>(CALLBACK, async (request, reply) => {
    const { code, state = "", error } = request.query;
    const verifier = waiting.get(state);
    waiting.delete(state);
    if (code === undefined || verifier === undefined) {
      return show(reply, "Not signed in", answer(`<p>The portal said: ${escaped(error ?? "nothing")}.</p>`));
    }
    const userinfo = await finish(app, request, code, verifier);
    const who = escaped(userinfo.preferred_username ?? "nobody");
    const facts = escaped(JSON.stringify(userinfo, null, 2));
    return show(reply, "Signed in", answer(`<p>Hello, ${who}.</p><pre tabindex="0">${facts}</pre>`));
  });
}

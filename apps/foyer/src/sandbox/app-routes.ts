import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The app of the brand that this page plays. */
const APP_ID = "time-sheets";
const CALLBACK = "/sandbox/app/signed-in";
const WAITING_MAX = 100;

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

const POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", POLICY)
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="stylesheet" href="/sandbox/mail.css"></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
    );
}

/** What is found of the portal by the address that the person uses: the app and the portal are on one machine here. */
const originOf = ({ host, protocol }: FastifyRequest): string => `${protocol}://${host}`;

interface UserInfo {
  readonly preferred_username?: string;
}

/** Exchanges the code and asks who signed in, as a desktop app does: over HTTP, at its own address. */
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

/**
 * `GET /sandbox/app`: an app of somebody else that signs people in through the portal, for the demo. Its redirect address is
 * 127.0.0.1, as that of a desktop app: it works where the portal is reached there.
 */
export function serveAppSandbox(app: FastifyInstance): void {
  const waiting = new Map<string, string>();
  app.get("/sandbox/app", async (_request, reply) =>
    sendPage(
      reply,
      "Time Sheets by Larkspur",
      '<p>An app of another company. It asks who you are, and which licenses you hold.</p><p><a href="/sandbox/app/sign-in">Sign in with Fernhill</a></p>',
    ),
  );
  app.get("/sandbox/app/sign-in", async (request, reply) => {
    const [state, verifier] = [randomBytes(16).toString("base64url"), randomBytes(32).toString("base64url")];
    if (waiting.size >= WAITING_MAX) waiting.clear();
    waiting.set(state, verifier);
    const query = new URLSearchParams({
      client_id: APP_ID,
      redirect_uri: `${originOf(request)}${CALLBACK}`,
      response_type: "code",
      scope: "openid profile email licenses",
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    return reply.redirect(`/oauth/authorize?${query.toString()}`, 303);
  });
  app.get<{ Querystring: Record<string, string | undefined> }>(CALLBACK, async (request, reply) => {
    const { code, state = "", error } = request.query;
    const verifier = waiting.get(state);
    waiting.delete(state);
    const again = '<p><a href="/sandbox/app">Back to the start</a></p>';
    if (code === undefined || verifier === undefined) {
      return sendPage(reply, "Not signed in", `<p>The portal said: ${escaped(error ?? "nothing")}.</p>${again}`);
    }
    const userinfo = await finish(app, request, code, verifier);
    const who = escaped(userinfo.preferred_username ?? "nobody");
    return sendPage(
      reply,
      "Signed in",
      `<p>Hello, ${who}.</p><pre>${escaped(JSON.stringify(userinfo, null, 2))}</pre>${again}`,
    );
  });
}

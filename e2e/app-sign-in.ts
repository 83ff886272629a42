import { createHash, randomBytes } from "node:crypto";
import { post } from "./inviting.ts";

// An app of the vendor's demo brand signs a person in, without a browser: the steps that a browser and the portal's page take.

const app = "tasklight";
const redirectUri = "http://127.0.0.1:7777/callback";

/** An answer of the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- Tokens, or a refusal.
  readonly body: any;
}

/** Where the product answers, and the network that the caller says it is in: limits count each by itself. */
export interface AppSide {
  readonly url: string;
  readonly ip: string;
}

export type Form = Readonly<Record<string, string>>;

const forwarded = ({ ip }: AppSide): Record<string, string> => ({ "x-forwarded-for": ip });

/** A request of the app at `/oauth/<path>`. Throws where no answer comes. */
export async function askOauth(side: AppSide, path: string, form: Form): Promise<TokenAnswer> {
  const body = new URLSearchParams({ client_id: app, ...form });
  const answer = await fetch(`${side.url}/oauth/${path}`, { method: "POST", headers: forwarded(side), body });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

/** Allows the request of an app at that address, like a signed-in person in a browser. @returns where the browser is led back to. */
export async function answerRequest(side: AppSide, session: string, url: string): Promise<string> {
  const asked = await fetch(url, { redirect: "manual", headers: forwarded(side) });
  const cookie = asked.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const request = new URL(asked.headers.get("location") ?? "", side.url).searchParams.get("request");
  const headers = { ...forwarded(side), authorization: `Bearer ${session}`, cookie };
  const { body } = await post(side, `/api/1.1/app_requests/${request}/`, { allow: true }, headers);
  const { pathname } = new URL(body.url);
  const back = await fetch(`${side.url}${pathname}`, { headers: { ...forwarded(side), cookie }, redirect: "manual" });
  return back.headers.get("location") ?? "";
}

/** The person allows the app. @returns the form that exchanges the code. */
export async function allowApp(side: AppSide, session: string, scope = "openid offline_access"): Promise<Form> {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id: app,
    redirect_uri: redirectUri,
    response_type: "code",
    scope,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const back = await answerRequest(side, session, `${side.url}/oauth/authorize?${query.toString()}`);
  const code = new URL(back).searchParams.get("code") ?? "";
  return { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
}

/** The person answers a device. @returns the form that fetches its tokens. */
export async function allowDevice(side: AppSide, session: string): Promise<Form> {
  const { body } = await askOauth(side, "device_authorization", { scope: "openid offline_access" });
  const headers = { ...forwarded(side), authorization: `Bearer ${session}` };
  await post(side, "/api/1.1/app_devices/", { user_code: body.user_code, allow: true }, headers);
  return { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: body.device_code };
}

export const refreshForm = ({ body }: TokenAnswer): Form => ({
  grant_type: "refresh_token",
  refresh_token: body.refresh_token,
});

import { randomBytes } from "node:crypto";
import { codeAt } from "@foyer/testing/authenticator-code";
import type { RunningSystem } from "@foyer/testing/running-system";
import type { Page } from "@playwright/test";

export interface NewPerson {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** Returns an unused name, address and password. */
export function anybody(): NewPerson {
  const mark = randomBytes(5).toString("hex");
  return { username: `p${mark}`, email: `p${mark}@reed.example`, password: `harbour-${mark}-lantern` };
}

/** Signs a new person up, over HTTP. */
export async function newPerson(system: RunningSystem): Promise<NewPerson> {
  const person = anybody();
  const address = { email_address: person.email };
  await system.call("POST", "/api/1.1/user/verify_email/", { json: address });
  const key = { ...address, confirm_key: await confirmKey(system, person.email) };
  const { body } = await system.call("POST", "/api/1.1/user/verify_email/", { json: key });
  const account = { new_account_name: person.username, new_password: person.password, new_password_2: person.password };
  const made = await system.call("POST", "/api/1.1/user/", { token: body.token.access_token, json: account });
  if (made.status !== 200) throw new Error(`nobody was signed up: ${JSON.stringify(made.body)}`);
  return person;
}

/** Returns the confirm key of the newest mail, which is alone on its line, once that many mails exist. */
export async function confirmKey(system: RunningSystem, email: string, count = 1): Promise<string> {
  const [mail] = await system.mails(email, count);
  const key = mail?.text.split(/\r?\n/).find((line) => /^[\w-]{8,}$/.test(line.trim()));
  if (!key) throw new Error(`no confirm key in: ${mail?.text}`);
  return key.trim();
}

/** Returns the first link to `path` in the newest mail to an address. */
export async function mailedLink(system: RunningSystem, email: string, path: string, count = 1): Promise<string> {
  for (const mail of await system.mails(email, count)) {
    const link = mail.text.match(/https?:\/\/\S+/g)?.find((found) => new URL(found).pathname.startsWith(path));
    if (link) return link;
  }
  throw new Error(`no mail to ${email} leads to ${path}`);
}

/** The key of a stored session in the portal's storage. */
const sessionKey = "foyer.session";

/** Opens a page as a person who is already signed in, without the form, for tests of other screens. */
export async function arrive(page: Page, { username, password }: Pick<NewPerson, "username" | "password">, path = "/") {
  // As the portal does, which keeps the refresh token in a cookie.
  const headers = { "x-session-cookie": "1", "sec-fetch-site": "same-origin" };
  const answer = await page.request.post("/api/1.1/signin/", { form: { username, password }, headers });
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${await answer.text()}`);
  const { token } = await answer.json();
  const now = Date.now();
  const session = {
    accessToken: token.access_token,
    accessEndsAt: now + token.expires_in * 1000,
    sessionEndsAt: now + token.refresh_expires_in * 1000,
  };
  // Any page of this origin allows writing its storage.
  await page.goto("/healthz");
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey,
    JSON.stringify(session),
  ] as const);
  await page.goto(path);
}

/** Turns a second factor on over HTTP. @returns a function that returns a code, one minute later each time, because a code works once. */
export async function withFactor(
  system: RunningSystem,
  { username, password }: NewPerson,
): Promise<() => Promise<string>> {
  const token = await system.signIn(username, password);
  const { secret } = (await system.call("POST", "/api/1.1/user/second_factor/", { token, json: {} })).body;
  const code = async () => {
    await system.advance(60);
    return codeAt(secret, (await system.now()).getTime());
  };
  const on = await system.call("POST", "/api/1.1/user/second_factor/confirm/", { token, json: { otp: await code() } });
  if (on.status !== 200) throw new Error(`the second factor is not on: ${JSON.stringify(on.body)}`);
  return code;
}

/** Signs in through the form. */
export async function signIn(page: Page, person: Pick<NewPerson, "username" | "password">, path = "/") {
  await page.goto(path);
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Fills in the form of `/register` up to the account name. @param mails that the address has then, the key's being the newest. */
export async function toLastStep(page: Page, system: RunningSystem, person: NewPerson, mails = 1) {
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Confirm key").fill(await confirmKey(system, person.email, mails));
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Signs up in the form of `/register`. */
export async function signUp(page: Page, system: RunningSystem, person: NewPerson, mails = 1) {
  await toLastStep(page, system, person, mails);
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
}

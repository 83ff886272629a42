import { beforeAll, beforeEach } from "vitest";
import { makeAccounts, password, signIn } from "./factories.ts";
import { type Answer, type TestAccounts, testAccounts, type TestOptions } from "./test-accounts.ts";

export const reason = "ticket 4711: passport seen on a video call";

const rightOf = { anna: "support", bert: "support", chief: "admin", vice: "admin", reader: "read" } as const;

/**
 * Starts two instances with two staff members of support, two administrators, and one with the read right only.
 *
 * @returns their tokens. Tokens expire after 15 minutes, so the staff sign in again before each test and with `signInStaff`.
 */
export function restoreService(options: TestOptions = {}) {
  const service = testAccounts({ instances: 2, ...options });
  const staff = { anna: "", bert: "", chief: "", vice: "", reader: "" };
  const signInStaff = async (): Promise<void> => {
    await service.forgetTries();
    for (const name of Object.keys(rightOf)) Object.assign(staff, { [name]: (await signIn(service, name)).access });
  };
  beforeAll(async () => {
    await makeAccounts(service, ...Object.entries(rightOf).map(([username, right]) => ({ username, right })));
  });
  beforeEach(signInStaff);
  return { service, staff, signInStaff };
}

/** The default new address of a restored account. */
export const newAddressOf = (username: string): string => `${username}-new@elsewhere.example`;

/** Asks for a restore of an account, by default to its `newAddressOf`. */
export const askRestore = (
  service: TestAccounts,
  staff: string,
  username: string,
  body: Readonly<Record<string, unknown>> = {},
  instance = 0,
): Promise<Answer> =>
  service.call("POST", `admin/accounts/${username}/restore/`, {
    token: staff,
    body: { reason, new_email_address: newAddressOf(username), password, ...body },
    instance,
  });

/** The newest restore of an account, as its staff page shows it. */
export async function restoreOf(service: TestAccounts, staff: string, username: string) {
  return (await service.get(`admin/accounts/${username}/`, staff)).body.access_restore;
}

export async function agreeRestore(
  service: TestAccounts,
  staff: string,
  username: string,
  body: Readonly<Record<string, unknown>> = {},
  instance = 0,
): Promise<Answer> {
  const restore = (await restoreOf(service, staff, username))?.id ?? "none";
  return service.call("POST", `admin/accounts/${username}/restore/agree/`, {
    token: staff,
    body: { reason, password, restore, ...body },
    instance,
  });
}

/** Asks for another address of an account. */
export const askAddress = (service: TestAccounts, staff: string, username: string, address: string, more = {}) =>
  service.post(`admin/accounts/${username}/email/`, { reason, new_email_address: address, password, ...more }, staff);

/** Changes an account's address: one staff member asks, the other agrees. */
export async function changeAddress(
  service: TestAccounts,
  [asker, agreer]: readonly [string, string],
  username: string,
  address: string,
): Promise<void> {
  for (const { status, body } of [
    await askAddress(service, asker, username, address),
    await agreeRestore(service, agreer, username),
  ])
    if (status !== 200) throw new Error(`the address was not changed: ${JSON.stringify(body)}`);
}

/** Runs the restore sweep of one instance. */
export async function carryOut(service: TestAccounts, instance = 0): Promise<void> {
  await service.sweep("carry-out-restores", instance);
}

/** The token of the stop link in the newest mail to that address that has one. */
export function stopLink(service: TestAccounts, address: string): string {
  const mail = service.mailer.messages.findLast(({ to, text }) => to === address && text.includes("/stop-restore?"));
  const token = /\/stop-restore\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`no stop link was mailed to ${address}`);
  return token;
}

export const stopBy = (service: TestAccounts, token: unknown, instance = 0, ip?: string): Promise<Answer> =>
  service.call("POST", "access_restore/stop/", { body: { token }, instance, ...(ip ? { ip } : {}) });

import type { TestAccounts } from "./test-accounts.ts";

/** Runs the due jobs and returns the newest mail to that address. */
export async function mailTo(service: TestAccounts, address: string): Promise<{ subject: string; text: string }> {
  await service.work();
  const mail = service.mailer.messages.findLast(({ to }) => to === address);
  if (!mail) throw new Error(`nothing was mailed to ${address}`);
  return mail;
}

/** The token of the link in the newest mail to that address. */
export async function mailedToken(service: TestAccounts, address: string): Promise<string> {
  const { text } = await mailTo(service, address);
  const token = /\?token=([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`no link in: ${text}`);
  return token;
}

/** The confirm key in the newest mail to that address, which is alone on its line. */
export async function mailedKey(service: TestAccounts, address: string): Promise<string> {
  const { text } = await mailTo(service, address);
  const key = /^([\w-]{8,})$/m.exec(text)?.[1];
  if (!key) throw new Error(`no key in: ${text}`);
  return key;
}

/** The token of a confirmed sign-up. */
export async function confirmedSignUp(service: TestAccounts, address: string): Promise<string> {
  await service.post("user/verify_email/", { email_address: address });
  const confirm_key = await mailedKey(service, address);
  const { body } = await service.post("user/verify_email/", { email_address: address, confirm_key });
  return body.token.access_token;
}

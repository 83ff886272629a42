import { authenticator } from "../second-factor/take-code.ts";
import { accountRow, password } from "./factories.ts";
import type { TestAccounts } from "./test-accounts.ts";

/** The code that an authenticator shows now. */
export const codeNow = ({ clock }: Pick<TestAccounts, "clock">, secret: string): string =>
  authenticator(secret).generate({ timestamp: clock.now().getTime() });

/** Turns the second factor on in a session, with the present code. */
export async function turnOnFactor(
  service: TestAccounts,
  token: string,
): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  const { secret } = (await service.post("user/second_factor/", { password }, token)).body;
  const confirmed = await service.post("user/second_factor/confirm/", { otp: codeNow(service, secret) }, token);
  if (confirmed.status !== 200) throw new Error(`the factor stays off: ${JSON.stringify(confirmed.body)}`);
  return { secret, codes: confirmed.body.recovery_codes };
}

/** Stores a second factor that is on, without a call of the service. @returns the present code of its authenticator. */
export async function storeFactor(service: TestAccounts, username: string): Promise<string> {
  const secret = "JBSWY3DPEHPK3PXP";
  const { id } = await accountRow(service, username);
  const row = { account_id: id, secret, confirmed_at: service.clock.now() };
  await service.database.kysely.insertInto("second_factors").values(row).execute();
  return codeNow(service, secret);
}

import { authenticator } from "../second-factor/take-code.ts";
import { password } from "./factories.ts";
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

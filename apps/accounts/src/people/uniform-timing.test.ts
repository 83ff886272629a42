import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeAccounts } from "../testing/factories.ts";
import { timesInTurn, untilUnnoticeable } from "../testing/timing.ts";
import { startAccounts, type TestAccounts } from "../testing/test-accounts.ts";

vi.setConfig({ testTimeout: 300_000 });

const COUNT = 200;

let service: TestAccounts;
beforeAll(async () => {
  service = await startAccounts({ uniformAnswers: true });
  // An address gets three mails an hour, so an attacker asks only once for each address.
  await makeAccounts(service, ...Array.from({ length: COUNT }, (_, at) => `known${at}`));
});
afterAll(() => service.close());

test.each(["password_reset/", "user/verify_email/"])(
  "R-04 R-31 with uniform answers the times of 200 answers of %s do not reveal whether an address has an account",
  async (path) => {
    const once = async (email_address: string): Promise<number> => {
      await service.forgetTries();
      const start = performance.now();
      const { status } = await service.post(path, { email_address });
      const took = performance.now() - start;
      expect(status).toBe(200);
      return took;
    };
    for (let at = 0; at < 10; at++) await once(`warm${at}@example.com`);
    const found = await untilUnnoticeable(() =>
      timesInTurn(
        COUNT,
        (at) => once(`known${at}@example.com`),
        (at) => once(`nobody${at}@example.com`),
      ),
    );
    expect(found.order).toBeLessThanOrEqual(1);
    expect(found.medians).toBeLessThanOrEqual(1);
  },
);

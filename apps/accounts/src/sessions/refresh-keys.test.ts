import { expect, test } from "vitest";
import { makeAccounts, signIn } from "../testing/factories.ts";
import { startAccounts } from "../testing/test-accounts.ts";

test("R-46 R-62 refresh/ stores no Idempotency-Key for any token; a repeat has a separate grace period", async () => {
  const service = await startAccounts({ instances: 2 });
  await makeAccounts(service, "maria");
  const { refresh } = await signIn(service, "maria");
  const turn = (refresh_token: string, key: string, instance: number) =>
    service.call("POST", "refresh/", { body: { refresh_token }, headers: { "idempotency-key": key }, instance });
  const [first, again] = [await turn(refresh, "one", 0), await turn(refresh, "one", 1)];
  expect([first.status, again.status]).toEqual([200, 200]);
  for (let at = 0; at < 100; at++) await turn(`rt_${at}`, `key-${at}`, at % 2);
  const { rows } = await service.database.pool.query("select 1 from idempotency_keys");
  expect(rows).toHaveLength(0);
  await service.close();
});

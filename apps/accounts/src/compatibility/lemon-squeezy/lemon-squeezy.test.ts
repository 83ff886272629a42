import { afterAll, beforeEach, expect, test } from "vitest";
import { fingerprintOf } from "../../testing/devices.ts";
import { makeAccounts, makeLicense, openSessions, password } from "../../testing/factories.ts";
import { type Answer, startAccounts } from "../../testing/test-accounts.ts";

const KEY = "38b1460a-5104-4067-a91d-77b872934d51";
const rules = { counts: "seat", limit: 2, offlineDays: 0, freesPer30Days: 5, byKey: true } as const;
const products = [
  {
    name: "Outliner",
    code: "OUTLINE",
    supportedVersion: 5,
    activation: rules,
    lemonSqueezy: { storeId: 11, productId: 22, variantId: 33 },
  },
  { name: "Plan", code: "PLAN", supportedVersion: 4, activation: { ...rules, byKey: false } },
];
const service = await startAccounts({ instances: 2, brand: { products, compatibility: ["lemon-squeezy"] } });
afterAll(() => service.close());
const { pool, kysely } = service.database;
await makeAccounts(service, "maria");

beforeEach(async () => {
  await pool.query("delete from license_keys; delete from licenses");
  await service.forgetTries();
  await makeLicense(service, { id: "team", owners: ["maria"], total_seats: 1, key: KEY });
});

let calls = 0;
/** Sends a form as https://docs.lemonsqueezy.com/api/license-api describes it, with the host changed. */
async function post(path: string, form: Record<string, string>): Promise<{ status: number; body: Answer["body"] }> {
  const { status, body, headers } = await service.call("POST", path, {
    form,
    headers: { accept: "application/json" },
    instance: calls++ % 2,
  });
  expect(headers["content-type"]).toContain("application/json");
  return { status, body };
}

/** An installed app, written from the shop's documentation: it stores the key and the instance, and asks with both. */
class InstalledApp {
  readonly #key: string;
  #instance: string | null;

  constructor(key: string, instance: string | null = null) {
    this.#key = key;
    this.#instance = instance;
  }

  async activate(name: string): Promise<string | null> {
    const { body } = await post("/v1/licenses/activate", { license_key: this.#key, instance_name: name });
    if (!body.activated) return body.error;
    if (body.meta.store_id !== 11 || body.meta.product_id !== 22) return "a key of another product";
    this.#instance = body.instance.id;
    return null;
  }

  async mayRun(): Promise<boolean> {
    const sent = { license_key: this.#key, ...(this.#instance === null ? {} : { instance_id: this.#instance }) };
    const { body } = await post("/v1/licenses/validate", sent);
    return body.valid === true && body.license_key.status === "active";
  }

  async deactivate(): Promise<boolean> {
    const sent = { license_key: this.#key, instance_id: this.#instance ?? "" };
    return (await post("/v1/licenses/deactivate", sent)).body.deactivated;
  }
}

test("MOVE-03 a client of the shop's documentation activates, validates and deactivates with the host changed", async () => {
  const [mac, pc, tv] = [new InstalledApp(KEY), new InstalledApp(KEY.toUpperCase()), new InstalledApp(KEY)];
  expect(await mac.mayRun()).toBe(false);
  expect([await mac.activate("Mac"), await pc.activate("PC"), await tv.activate("TV")]).toEqual([
    null,
    null,
    "This license key has reached the activation limit.",
  ]);
  expect([await mac.mayRun(), await pc.mayRun()]).toEqual([true, true]);
  expect([await mac.deactivate(), await mac.deactivate(), await mac.mayRun()]).toEqual([true, false, false]);
  expect([await tv.activate("TV"), await tv.mayRun()]).toEqual([null, true]);
  await kysely.updateTable("licenses").set({ key_revoked_at: service.clock.now() }).where("id", "=", "team").execute();
  expect([await pc.mayRun(), await pc.activate("PC again")]).toEqual([false, "This license key is disabled."]);
  expect(await new InstalledApp("unknown-key").activate("Mac")).toBe("license_key not found.");
});

test("MOVE-03 the answers have the documented fields and statuses; JSON is accepted too", async () => {
  const expires = new Date(service.clock.now().getTime() + 3_600_000);
  await kysely.updateTable("licenses").set({ expires_at: expires }).where("id", "=", "team").execute();
  const first = await service.post("/v1/licenses/activate", { license_key: KEY, instance_name: "Test\u202e\n 2" });
  const license_key = {
    id: expect.any(Number),
    status: "active",
    key: KEY,
    activation_limit: 2,
    activation_usage: 1,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    expires_at: expect.stringMatching(/Z$/),
  };
  const meta = {
    store_id: 11,
    order_id: 0,
    order_item_id: 0,
    product_id: 22,
    product_name: "Outliner 5",
    variant_id: 33,
    variant_name: "Default",
    customer_id: expect.any(Number),
    customer_name: "maria",
    customer_email: "maria@example.com",
  };
  const instance = { id: expect.stringMatching(/^[\da-f-]{36}$/), name: "Test 2", created_at: expect.any(String) };
  expect([first.status, first.body]).toEqual([200, { activated: true, error: null, license_key, instance, meta }]);
  const instance_id = first.body.instance.id;
  const own = await service.post("/v1/licenses/validate", { license_key: KEY, instance_id });
  expect([own.status, own.body]).toEqual([200, { valid: true, error: null, license_key, instance, meta }]);
  const alone = await post("/v1/licenses/validate", { license_key: KEY });
  expect([alone.status, alone.body]).toEqual([200, { valid: true, error: null, license_key, instance: null, meta }]);
  const other = await post("/v1/licenses/validate", { license_key: KEY, instance_id: "f90ec370" });
  expect([other.status, other.body.valid, other.body.instance]).toEqual([404, false, null]);
  for (const [path, form, field] of [
    ["activate", { license_key: KEY }, "instance_name"],
    ["activate", { instance_name: "Test" }, "license_key"],
    ["validate", { license_key: " " }, "license_key"],
    ["deactivate", { license_key: KEY }, "instance_id"],
  ] as const) {
    const { status, body } = await post(`/v1/licenses/${path}`, form);
    expect([path, status, body.error]).toEqual([path, 422, `The ${field} field is required.`]);
  }
  service.clock.advance(3_601);
  const late = await post("/v1/licenses/validate", { license_key: KEY, instance_id });
  expect([late.status, late.body.valid, late.body.error]).toEqual([400, false, "This license key is expired."]);
  expect(late.body.license_key.status).toBe("expired");
  const gone = await post("/v1/licenses/deactivate", { license_key: KEY, instance_id });
  expect([gone.status, gone.body.deactivated, gone.body.license_key.activation_usage]).toEqual([200, true, 0]);
  expect((await post("/v1/licenses/refund", { license_key: KEY })).status).toBe(404);
});

test("MOVE-03 an exported instance id stays valid, and an app that stores a replaced key runs on if its activations stay", async () => {
  const id = "47596ad9-a811-4ebf-ac8a-03fc7b6d2a17";
  const at = service.clock.now();
  await kysely
    .insertInto("activations")
    .values({
      id,
      license_id: "team",
      seat_id: null,
      account_id: null,
      by_key: KEY,
      fingerprint: Buffer.alloc(32, 1),
      name: "Imported",
      platform: null,
      app_version: null,
      created_at: at,
      last_seen_at: at,
      offline_until: null,
      ended_at: null,
      ended_by: null,
    })
    .execute();
  const app = new InstalledApp(KEY, id);
  expect(await app.mayRun()).toBe(true);
  const [maria = ""] = await openSessions(service, "maria");
  const body = { password, days: 0, keep_activations: true };
  const { key } = (await service.post("licenses/team/key/", body, maria)).body;
  expect([await app.mayRun(), await new InstalledApp(key, id).mayRun()]).toEqual([true, true]);
  // The old key alone opens nothing any more.
  expect(await new InstalledApp(KEY).activate("Another")).toBe("This license key is disabled.");
  const started = new InstalledApp(key);
  expect(await started.activate("New")).toBeNull();
  expect(await app.deactivate()).toBe(true);
});

test("MOVE-03 unknown keys and keys that activate nothing get the same answer; guesses are limited with the shop's errors", async () => {
  await makeLicense(service, { id: "plan", owners: ["maria"], product_id: "PLAN-4", key: "PLAN-KEY" });
  const [unknown, closed] = [
    await post("/v1/licenses/validate", { license_key: "UNKNOWN-KEY" }),
    await post("/v1/licenses/validate", { license_key: "PLAN-KEY" }),
  ];
  expect(unknown).toEqual({ status: 404, body: { valid: false, error: "license_key not found." } });
  expect(closed).toEqual(unknown);
  const statuses = [];
  for (let at = 0; at < 21; at++) {
    const ip = `10.9.${at}.1`;
    statuses.push(
      (await service.call("POST", "/v1/licenses/validate", { ip, body: { license_key: `abcdef-${at}` } })).status,
    );
  }
  expect(statuses).toEqual([...Array<number>(20).fill(404), 429]);
  // Guesses here count in the limit of our own call too.
  const own = await service.post("activations/", { license_key: "ABCDEF-99", fingerprint: fingerprintOf("mac") });
  expect([own.status, own.body.code]).toEqual([429, 1003]);
});

test("MOVE-03 a legacy key is validated without a trace, and opens its license when it activates", async () => {
  const row = { key: "OLD-1", owner: "Lena", product_id: "OUTLINE-5", description: "Outliner 5", seats: 3 };
  await kysely.insertInto("license_keys").values(row).execute();
  const { body } = await post("/v1/licenses/validate", { license_key: "old-1" });
  expect(body).toMatchObject({ valid: true, license_key: { status: "inactive", activation_limit: 6 } });
  expect(body.meta).toMatchObject({ customer_name: "Lena", customer_email: "" });
  expect((await pool.query("select from licenses")).rowCount).toBe(1);
  const app = new InstalledApp("OLD-1");
  expect([await app.activate("Mac"), await app.mayRun()]).toEqual([null, true]);
});

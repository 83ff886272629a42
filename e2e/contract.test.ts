import { type Answer, eventually, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Calls each service once as an external client: the started product over HTTP. The services' own tests have the cases. */
let foyer: RunningSystem;

const MONTHLY = "OUTLINE-5-SUB-MONTHLY-WEB";
const account = (username: string, more: object = {}) => ({
  type: "account",
  username,
  email: `${username}@example.com`,
  password: `river-stone-${username}`,
  ...more,
});
/** A license of five seats with a subscription; its owner pays. */
const team = (name: string, subscription: object = {}) => [
  account(name),
  {
    type: "license",
    id: `lic-${name}`,
    owners: [name],
    product_id: MONTHLY,
    description: "Outlinear 5",
    total_seats: 5,
  },
  { type: "subscription", license: `lic-${name}`, current_period_end: "+15d", ...subscription },
];

beforeAll(async () => {
  foyer = await startFoyer({
    lines: [
      ...team("maria", { tax_percent: 20 }),
      ...team("lena", { cancel_at_period_end: true }),
      account("paul"),
      account("staff", { is_staff: true }),
    ],
  });
});
afterAll(() => foyer.close());

const tokenOf = (username: string): Promise<string> => foyer.signIn(username, `river-stone-${username}`);
const refusalOf = (answer: Answer) => [answer.status, answer.body.code];

/** Returns the calls of a signed-in person. */
function callsOf(token: string) {
  const post = (address: string, json: unknown = {}) => foyer.call("POST", address, { token, json });
  const get = (address: string) => foyer.call("GET", address, { token });
  const licenseOf = async (id: string) => {
    const { body } = await post("/api/1.1/managed_team_licenses/");
    return body.managed_team_licenses.find((one: { id: string }) => one.id === id);
  };
  return { post, get, licenseOf };
}

test("ACC-01 ACC-03 ACC-09 ACC-12 ACC-19 ACC-20 a client signs in, invites, accepts with the mailed link, and signs out", async () => {
  const form = { username: "Maria", password: "river-stone-maria" };
  const { status, body: entered } = await foyer.call("POST", "/api/1.1/signin/", { form });
  expect([status, entered.token.token_type, entered.userinfo.customer_id.length]).toEqual([200, "Bearer", 1]);
  const token = String(entered.token.access_token);
  const maria = callsOf(token);
  expect(await maria.licenseOf("lic-maria")).toMatchObject({
    registration_id: "lic-maria",
    subscription_state: "active",
    total_seats: 5,
    used_seats: 0,
  });
  const seats = "/api/1.1/registration_seats/lic-maria/";
  const invalid = await maria.post(seats, { seats: "paul@example.com, nonsense" });
  expect([...refusalOf(invalid), invalid.body.invalid_emails]).toEqual([422, 12006, ["nonsense"]]);
  const invited = await foyer.call("POST", seats, { token, form: { seats: "paul@example.com, PAUL@Example.com" } });
  expect(invited.body).toMatchObject({ status: "success", emails_not_sent: [], seats: [{ status: "pending" }] });
  const shortUrl = String(invited.body.seats[0].short_url);
  expect(shortUrl.startsWith(`${foyer.url}/i/`)).toBe(true);
  const followed = await fetch(shortUrl, { redirect: "manual" });
  const reference = /\/confirm-invite\/\?ref=([\w-]{11,64})$/.exec(followed.headers.get("location") ?? "")?.[1] ?? "";
  expect((await foyer.mails("paul@example.com"))[0]?.text).toContain(`${foyer.url}/confirm-invite/?ref=${reference}`);
  const paul = callsOf(await tokenOf("paul"));
  expect(refusalOf(await paul.get(seats))).toEqual([404, 2004]);
  const accepted = await paul.post("/api/1.1/user/accept_invite/new/", { reference_id: reference });
  expect(accepted.body).toMatchObject({ status: "success", registration_id: "lic-maria" });
  expect((await maria.get(seats)).body.seats).toMatchObject([{ username: "paul", status: "active" }]);
  expect((await maria.get("/api/1.1/signout/")).body).toMatchObject({ status: "success" });
  expect(refusalOf(await maria.post("/api/1.1/user/"))).toEqual([401, 1002]);
});

test("ROLE-04 a file is previewed, loaded and listed; loading it again changes nothing, and a large one is refused", async () => {
  const { post, get } = callsOf(await tokenOf("staff"));
  const imports = (path: string, file: string, more: object = {}) =>
    post(`/api/1.1/admin/imports/${path}`, { file, ...more });
  const license = { type: "license", id: "lic-9", owners: ["nora"], product_id: "TASK-3", description: "Tasklight 3" };
  const file = [account("nora", { cards: ["4242424242424242"] }), license]
    .map((line) => JSON.stringify(line))
    .join("\n");
  const wrong = file.replace('"TASK-3"', '"TASK-3","total_seats":0');
  const { faults } = (await imports("check/", wrong)).body;
  expect(faults).toEqual([{ line: 2, field: "total_seats", message: "0 is not an integer from 1 to 2200" }]);
  const preview = await imports("check/", file);
  expect(preview.body).toMatchObject({ imported: { account: 1, license: 1 }, cards: 1, fault_count: 0 });
  const load = async () => {
    const begun = await imports("", file, { name: "nora.jsonl", reason: "moves to us" });
    return eventually(async () => {
      const { imports: all } = (await get("/api/1.1/admin/imports/")).body;
      const own = all.find(({ id }: { id: string }) => id === begun.body.id);
      return own.state === "done" && own;
    }, "the loaded file");
  };
  expect(await load()).toMatchObject({ file: "nora.jsonl", imported: { account: 1, license: 1 }, passwords: 1 });
  expect(await load()).toMatchObject({ imported: { account: 0, license: 0 }, skipped: { account: 1, license: 1 } });
  expect(await tokenOf("nora")).toMatch(/^at_/);
  expect((await imports("check/", `# ${"x".repeat(1_100_000)}`)).status).toBe(413);
});

test("PUR-10 PUR-11 PUR-12 QTY-08 QTY-09 a client pays what it was shown; the renewal lowers one license and ends another", async () => {
  const maria = callsOf(await tokenOf("maria"));
  const customer = String((await maria.post("/api/1.1/user/")).body.userinfo.customer_id[0]);
  const listed = await maria.get(`/api/v2/customer/${customer}/subscriptions`);
  const { id, items, default_tax_rates } = listed.body.subscriptions[0];
  const subscription = `/api/v2/customer/${customer}/subscription/${id}`;
  const invoice = `/api/v2/customer/${customer}/invoice/${id}`;
  const wanted = { plan: MONTHLY, quantity: 8, default_tax_rates };
  const shown = await maria.post(`${invoice}/preview`, { ...wanted, subscription_item_id: items.data[0].id });
  const { subtotal, tax, total, quote } = shown.body;
  expect([subtotal + tax, tax > 0]).toEqual([total, true]);
  const raise = { ...wanted, proration_behavior: "create_prorations", quote: quote.id };
  expect((await maria.post(subscription, raise)).body.subscription.items.data[0].quantity).toBe(5);
  const created = await maria.post(`${invoice}/create`, { auto_advance: true });
  expect(created.body.invoice).toMatchObject({ status: "paid", total });
  const finalized = await maria.post(`/api/v2/invoice/${created.body.invoice.id}/finalize`);
  expect(finalized.body.invoice).toMatchObject({ id: created.body.invoice.id, status: "paid", total });
  await eventually(async () => (await maria.licenseOf("lic-maria")).total_seats === 8, "eight seats");
  expect((await maria.get(`/api/v2/customer/${customer}/invoices`)).body.invoices[0]).toMatchObject({ total });

  const lower = { ...wanted, quantity: 3, proration_behavior: "none" };
  expect((await maria.post(subscription, lower)).body.subscription.next).toMatchObject({ quantity: 3 });
  await foyer.advance(16 * 86_400);
  const later = callsOf(await tokenOf("maria"));
  await eventually(async () => (await later.licenseOf("lic-maria")).total_seats === 3, "three seats after the renewal");
  const lena = callsOf(await tokenOf("lena"));
  const hasEnded = async () => (await lena.licenseOf("lic-lena")).subscription_state === "inactive";
  await eventually(hasEnded, "the end of the canceled license");
});

import { caseCount } from "@foyer/testing/random-cases";
import { eventually } from "@foyer/testing/running-system";
import { afterEach, expect, test } from "vitest";
import { testWorld } from "../testing/purchase-world.ts";
import { purchases } from "../testing/purchases.ts";
import { checkoutCalls, makeBuyer } from "../testing/subscribers.ts";

/** Stolen cards that the attackers try. */
const CARDS = caseCount("CARDS", { usual: 30, torture: 1_000 });

const world = testWorld({ stripe: { timeoutMs: 2_500 } });
afterEach(async () => {
  world.sandbox.setFaults([]);
  await world.sandbox.setWebhookChaos({});
});

const newsOf = (license: string) =>
  world.accounts.news.filter(({ subscription }) => subscription.registration_id === license);

const { opened, payCheckout, readCheckout } = checkoutCalls(world);

for (const step of purchases) {
  test.each(["SIGKILL", "SIGSTOP"] as const)(
    `${step.name}: F1 a process gets %s while the provider works, and the next click on another ends in one charge`,
    async (signal) => {
      const subject = await step.make(world);
      const other = await world.spawned();
      world.sandbox.setFaults([{ kind: "hang", when: "after", path: subject.path, times: 1 }]);
      const unheard = subject.send(other.origin).catch(() => null);
      await eventually(() => subject.isAtProvider(), "a step that is done at the provider", 10_000);
      other.signal(signal);
      if (signal === "SIGKILL") await unheard;
      const { kysely } = world.service.database;
      const past = { leased_until: new Date(0) };
      await kysely.updateTable("operations").set(past).where("state", "=", "pending").execute();
      expect((await subject.send()).status).toBe(200);
      // The resumed process finds that its call timed out, and that the operation was taken over.
      other.signal("SIGCONT");
      await unheard;
      await subject.expectOnce();
    },
  );
}

test.each([
  ["lost", { drop: true }],
  ["sent twice", { duplicate: 2 }],
  ["out of order", { reorder: true }],
])("F11 BUY-06 a confirmed payment whose news are %s ends in one license", async (_name, chaos) => {
  const { person } = await makeBuyer(world, "pm_card_authenticationRequired");
  const { id, license } = await opened(person);
  const { client_secret: secret } = (await payCheckout(person, id)).body.checkout;
  await world.sandbox.setWebhookChaos(chaos);
  await world.bank(secret, "success");
  await world.settle();
  // Later than the next look at a payment that waits.
  world.moveClock(31);
  await world.sweep("resume-operations");
  await world.settle();
  expect(await readCheckout(person, id)).toMatchObject({ state: "paid", is_license_ready: true });
  expect(newsOf(license).map(({ subscription }) => subscription.status)).toContain("active");
  expect(new Set(newsOf(license).map(({ subscription }) => subscription.id)).size).toBe(1);
});

test(`BUY-15 stolen cards: an account reaches the bank with three a day, an address with twenty tries an hour`, async () => {
  const bank = async (customer: string): Promise<number> =>
    (await world.provider("GET", "charges", { customer, limit: 100 })).data.length;
  const { person, customer } = await makeBuyer(world, "pm_card_chargeCustomerFail");
  const offer = await opened(person);
  // One account, from a new address each time.
  for (let card = 0; card < CARDS; card++) {
    const from = { "x-forwarded-for": `198.18.${card >> 8}.${card & 255}` };
    await world.call(person, "POST", `checkout/${offer.id}/pay`, {}, from);
    if (card < 10) world.moveClock(5);
  }
  expect(await bank(customer)).toBe(3);
  // Many accounts, from one network.
  const network = (n: number) => ({ "x-forwarded-for": `2001:db8:7:1::${n.toString(16)}` });
  const accounts = await Promise.all(Array.from({ length: 8 }, () => makeBuyer(world, "pm_card_chargeCustomerFail")));
  const offers = await Promise.all(accounts.map(async (one) => ({ ...one, id: (await opened(one.person)).id })));
  for (let card = 0; card < CARDS; card++) {
    const one = offers[card % offers.length];
    if (one) await world.call(one.person, "POST", `checkout/${one.id}/pay`, {}, network(card));
  }
  const reached = await Promise.all(accounts.map((one) => bank(one.customer)));
  expect(Math.max(...reached)).toBeLessThanOrEqual(3);
  expect(reached.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20);
});

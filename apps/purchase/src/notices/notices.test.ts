import { formatDate } from "@foyer/domain/dates";
import { expect, test } from "vitest";
import { testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeSubscriber, saveCard, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld();

const DAY = 86_400;
const { turnRenewal, newsOf } = subscriptionCalls(world);
const mailsTo = (person: string) => world.mails.filter(({ to }) => to === `${person}@example.com`);
const subjectsTo = (person: string): string[] => mailsTo(person).map(({ subject }) => subject);
const textsTo = (person: string): string[] => mailsTo(person).map(({ text }) => text);

test("a failed payment sends one mail for each try, with the amount, and so does the end", async () => {
  const who = await makeSubscriber(world, { quantity: 3, taxPercent: 20, card: "pm_card_chargeCustomerFail" });
  await world.advance(30 * DAY + 60);
  await world.settle();
  expect(subjectsTo(who.person)).toEqual(["Payment of $36.00 for Outlinear 5 failed"]);
  await world.advance(3 * DAY);
  expect(subjectsTo(who.person)).toHaveLength(2);
  await world.advance(13 * DAY);
  expect(subjectsTo(who.person).at(-1)).toBe("Outlinear 5 has ended");
  expect(world.mails.at(-1)?.text).toContain("because it could not be paid");
});

test("RENEW-01 the mail and the news of an end name its day, not the day of its processing (FAULT-53)", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  const ended = Math.floor(world.clock.now().getTime() / 1_000);
  await world.sandbox.setWebhookChaos({ drop: true });
  await world.provider("DELETE", `subscriptions/${who.subscription}`);
  world.moveClock(3 * DAY);
  await world.settle();
  await world.sandbox.setWebhookChaos({ drop: false });
  await world.sweep("compare-subscriptions");
  await world.settle();
  expect(textsTo(who.person).at(-1)).toContain(`ended on ${formatDate(new Date(ended * 1_000))}`);
  expect(newsOf(who).at(-1)?.subscription.ended_at).toBe(ended);
});

test("a yearly renewal sends a mail thirty days before, with the amount, unless auto-renewal is off", async () => {
  const renews = await makeSubscriber(world, { plan: YEARLY, quantity: 4, taxPercent: 10 });
  const ends = await makeSubscriber(world, { plan: YEARLY, quantity: 4 });
  await turnRenewal(ends, "off");
  await world.advance(334 * DAY);
  expect(subjectsTo(renews.person)).toEqual([]);
  await world.advance(2 * DAY);
  await world.advance(60);
  expect(subjectsTo(renews.person)).toEqual([expect.stringMatching(/^Outlinear 5 renews on .* for \$440\.00$/)]);
  expect(subjectsTo(ends.person)).toEqual([]);
});

test("WAL-24 ten days before a renewal with unused seats a mail says how many, and names nobody", async () => {
  const yearly = await makeSubscriber(world, { plan: YEARLY, quantity: 4 });
  const silent = await makeSubscriber(world, { plan: YEARLY, quantity: 4 });
  const used = await makeSubscriber(world, { plan: YEARLY, quantity: 4 });
  world.accounts.unused.set(yearly.license, 2);
  world.accounts.unused.set(used.license, 0);
  const end = world.clock.now();
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  const until = (days: number): number => (end.getTime() - world.clock.now().getTime()) / 1_000 - days * DAY;
  await world.advance(until(11));
  expect(textsTo(yearly.person)).toHaveLength(1);
  expect(textsTo(yearly.person)[0]).not.toContain("not been used");
  await world.advance(until(9.9));
  expect(textsTo(yearly.person)).toHaveLength(2);
  expect(textsTo(yearly.person)[1]).toContain("2 of its seats have not been used for 60 days.");
  expect(textsTo(yearly.person)[1]).toContain("renews for another year");
  // Without unused seats, and where the brand does not tell, the mail of thirty days before is the only one.
  expect([textsTo(silent.person).length, textsTo(used.person).length]).toEqual([1, 1]);
  await world.advance(until(8));
  expect(textsTo(yearly.person)).toHaveLength(2);
});

test("WAL-24 a monthly renewal tells a number of unused seats once", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  world.accounts.unused.set(who.license, 1);
  const told = () => textsTo(who.person);
  await world.advance(22 * DAY);
  expect(told()).toEqual([expect.stringContaining("1 of its seats has not been used for 60 days.")]);
  expect(told()[0]).toContain("renews for another month");
  await world.advance(30 * DAY);
  expect(told()).toHaveLength(1);
  world.accounts.unused.set(who.license, 2);
  await world.advance(30 * DAY);
  expect(told().at(-1)).toContain("2 of its seats have not been used");
});

test("an expiring card sends a mail thirty and seven days before", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  const another = await makeSubscriber(world, { quantity: 1 });
  const cards = [await saveCard(world, who.customer, "pm_card_visa")];
  // The card of a subscription is charged instead of the default one.
  cards.push(await saveCard(world, another.customer, "pm_card_mastercard"));
  await world.provider("POST", `subscriptions/${another.subscription}`, { default_payment_method: cards[1] });
  await saveCard(world, another.customer, "pm_card_visa");
  const now = world.clock.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1));
  const last = new Date(month.getTime() - 1);
  const expiry = { exp_month: last.getUTCMonth() + 1, exp_year: last.getUTCFullYear() };
  for (const card of cards) await world.provider("POST", `payment_methods/${card}`, { card: expiry });
  const until = (days: number): number => (month.getTime() - world.clock.now().getTime()) / 1_000 - days * DAY;
  const told = ({ person } = who): string[] => subjectsTo(person).filter((subject) => subject.includes("expires"));
  await world.advance(until(31));
  expect(told()).toEqual([]);
  await world.advance(until(29.5));
  expect(told()).toEqual(["Your card ending in 4242 expires in 30 days"]);
  expect(told(another)).toEqual(["Your card ending in 4444 expires in 30 days"]);
  await world.advance(until(6.5));
  expect(told()).toEqual(["Your card ending in 4242 expires in 30 days", "Your card ending in 4242 expires in 7 days"]);
});

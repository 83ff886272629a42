import { afterAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "@foyer/service-kit/db";
import { jobQueue } from "@foyer/service-kit/jobs";
import { makeAccounts, makeLicense, makeSeats, openSessions } from "../testing/factories.ts";
import { mailedToken } from "../testing/mails.ts";
import { type Answer, startAccounts } from "../testing/test-accounts.ts";
import { queueManagerNotice } from "./send-manager-notice.ts";

let tokens: readonly string[];
const managers = ["maria", "otto", "ines", "hugo"] as const;

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());
await makeAccounts(service, ...managers, "victim");
beforeEach(async () => {
  tokens = await openSessions(service, ...managers);
  service.mailer.messages.length = 0;
  await service.forgetTries();
});

let made = 0;
/** Creates a license of that manager with that number of seats. */
async function team(manager: number, totalSeats = 5): Promise<string> {
  const id = `team-${++made}`;
  await makeLicense(service, { id, owners: [managers[manager] ?? ""], total_seats: totalSeats });
  return id;
}

let asked = 0;
/** Sends a request of that manager about her team's seats, alternately to both instances. */
const ask = (manager: number, method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<Answer> =>
  service.call(method, `registration_seats/${path}`, { body, token: tokens[manager], instance: asked++ % 2 });
const mailsTo = (address: string): number => service.mailer.messages.filter(({ to }) => to === address).length;

/** Runs the sweep that sends held invitations. */
async function sendHeld(): Promise<void> {
  for (const instance of [0, 1]) await service.sweep("send-held-invitations", instance);
  await service.work();
}

test("R-29 inviting and removing an address forty times sends it three mails, whatever its spelling", async () => {
  const id = await team(0);
  const spelled = ["new@bücher.example", "NEW@bücher.example", "new@xn--bcher-kva.example", "new@ｂücher.example"];
  for (let round = 0; round < 40; round++) {
    const invited = await ask(0, "POST", `${id}/`, { seats: [spelled[round % 4]] });
    expect(invited).toMatchObject({ status: 200, body: { emails_not_sent: [], seats: [{ status: "pending" }] } });
    await service.work();
    expect((await ask(0, "DELETE", `${id}/`, { seats: invited.body.seats })).body.seats).toEqual([]);
  }
  await sendHeld();
  expect(service.mailer.messages).toHaveLength(3);
});

test("R-29 sixty resends send an address three mails an hour; a resend over the limit names the address", async () => {
  const id = await team(0);
  const [seat] = (await ask(0, "POST", `${id}/`, { seats: ["new@example.com"] })).body.seats;
  const answers: Answer[] = [];
  for (let round = 0; round < 60; round++) {
    answers.push(await ask(0, "POST", `${id}/resend/`, { seats: [seat.id] }));
    await service.work();
  }
  expect(mailsTo("new@example.com")).toBe(3);
  expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
  const notSent = answers.map(({ body }) => body.emails_not_sent);
  expect(notSent.slice(0, 2)).toEqual([[], []]);
  expect(notSent.slice(2)).toEqual(Array(58).fill(["new@example.com"]));
  // An invitation that was not sent again is unchanged: same link, same expiry.
  expect((await ask(0, "GET", `${id}/`)).body.seats).toEqual([seat]);
  service.clock.advance(3_601);
  tokens = await openSessions(service, ...managers);
  expect((await ask(0, "POST", `${id}/resend/`, { seats: [seat.id] })).body.emails_not_sent).toEqual([]);
  await service.work();
  expect(mailsTo("new@example.com")).toBe(4);
});

test("R-29 eight teams that invite one address concurrently on two instances send it three mails an hour, and none is lost", async () => {
  const teams = await Promise.all(Array.from({ length: 8 }, (_, at) => team(at % 4)));
  const answers = await Promise.all(teams.map((id, at) => ask(at % 4, "POST", `${id}/`, { seats: "new@example.com" })));
  for (const { status, body } of answers) {
    expect([status, body.emails_not_sent, body.seats.length]).toEqual([200, [], 1]);
  }
  await service.work();
  await sendHeld();
  expect(mailsTo("new@example.com")).toBe(3);
  for (const total of [6, 8, 8]) {
    service.clock.advance(3_601);
    // Each sweep sends at most one mail to an address; several sweeps in the hour send as many as the limit allows.
    for (let look = 0; look < 5; look++) await sendHeld();
    expect(mailsTo("new@example.com")).toBe(total);
  }
  const links = service.mailer.messages.map(({ text }) => /\?ref=([\w-]+)/.exec(text)?.[1]);
  expect(new Set(links).size).toBe(8);
});

test("R-29 invitations never block a reset link, and mails that a person asked for count against invitations", async () => {
  for (let at = 0; at < 4; at++) await ask(at, "POST", `${await team(at)}/`, { seats: "victim@example.com" });
  await service.work();
  expect(mailsTo("victim@example.com")).toBe(3);
  for (let round = 0; round < 3; round++) {
    expect((await service.post("password_reset/", { email_address: "victim@example.com" })).status).toBe(200);
  }
  expect(await mailedToken(service, "victim@example.com")).toMatch(/^ml/);
  const before = mailsTo("victim@example.com");
  service.clock.advance(3_601);
  for (let round = 0; round < 3; round++) {
    expect((await service.post("password_reset/", { email_address: "victim@example.com" })).status).toBe(200);
    await service.work();
  }
  await sendHeld();
  expect(mailsTo("victim@example.com")).toBe(before + 3);
});

test("R-29 adding and removing a manager repeatedly sends her ten mails an hour, apart from invitations", async () => {
  for (let at = 0; at < 4; at++) await ask(at, "POST", `${await team(at)}/`, { seats: "victim@example.com" });
  await service.work();
  expect(mailsTo("victim@example.com")).toBe(3);
  const notice = { address: "victim@example.com", description: "Outliner 5", byEmail: "maria@example.com" };
  for (let round = 0; round < 40; round++) {
    await inTransaction(service.database.kysely, (tx) =>
      queueManagerNotice(tx, jobQueue("accounts"), { ...notice, isAdded: round % 2 === 0 }),
    );
  }
  await service.work();
  expect(mailsTo("victim@example.com")).toBe(13);
});

test("R-29 removing seats repeatedly sends an address three mails an hour", async () => {
  const id = await team(0, 20);
  for (let round = 0; round < 10; round++) {
    await makeSeats(service, id, { id: `held-${round}`, username: "victim" });
    await ask(0, "DELETE", `${id}/`, { seats: [{ id: `held-${round}` }] });
    await service.work();
  }
  expect(mailsTo("victim@example.com")).toBe(3);
});

test("R-29 2,200 different addresses invited together each get a mail", async () => {
  const id = await team(0, 2_200);
  const addresses = Array.from({ length: 2_200 }, (_, at) => `person${at}@example.com`);
  const { status, body } = await ask(0, "POST", `${id}/`, { seats: addresses });
  expect([status, body.emails_not_sent]).toEqual([200, []]);
  const states = await service.database.kysely
    .selectFrom("seats")
    .select(({ fn }) => ["mail_state", fn.countAll<number>().as("seats")])
    .where("license_id", "=", id)
    .groupBy("mail_state")
    .execute();
  expect(states).toEqual([{ mail_state: "queued", seats: 2_200 }]);
});

import { once } from "node:events";
import { type Answer, eventually, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";

// The product as it runs for customers, with a real mail server, killed while it sends mails.

/** A mail server that records its recipients and can delay its acknowledgment. */
async function mailServer() {
  const taken: string[] = [];
  const held: (() => void)[] = [];
  const state = { isHolding: false, taken, held };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("refused") ? Object.assign(new Error("no such mailbox"), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      stream.resume();
      stream.on("end", () => {
        taken.push(session.envelope.rcptTo[0]?.address ?? "");
        if (state.isHolding) held.push(() => done());
        else done();
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return { ...state, set: (on: boolean) => (state.isHolding = on), port: address.port, close: () => server.close() };
}

let smtp: Awaited<ReturnType<typeof mailServer>>;
let foyer: RunningSystem;
const times = (address: string): number => smtp.taken.filter((to) => to === address).length;

beforeAll(async () => {
  smtp = await mailServer();
  foyer = await startFoyer({
    env: {
      METRICS_TOKEN: "metrics-token-of-the-tests-0123456789",
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: "Fernhill <accounts@example.com>",
    },
    lines: [
      { type: "account", username: "maria", email: "maria@example.com", password: "river-stone-maria" },
      {
        type: "license",
        id: "team",
        owners: ["maria"],
        product_id: "TASK-3",
        description: "Tasklight 3",
        total_seats: 50,
      },
      {
        type: "license",
        id: "sub-team",
        owners: ["maria"],
        product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
        description: "Outlinear 5",
        total_seats: 3,
      },
      { type: "subscription", license: "sub-team" },
    ],
  });
});
afterAll(async () => {
  await foyer.close();
  smtp.close();
});

const invite = async (seats: string) => {
  const token = await foyer.signIn("maria", "river-stone-maria");
  return foyer.call("POST", "/api/1.1/registration_seats/team/", { token, json: { seats } });
};

test("ACC-19 an address that the mail server rejects permanently is reported and holds no seat; the others get mails", async () => {
  const { body } = await invite("refused1@example.com, good1@example.com");
  expect(body.emails_not_sent).toEqual(["refused1@example.com"]);
  expect(body.seats.map(({ email }: { email: string }) => email)).toEqual(["good1@example.com"]);
  await eventually(async () => times("good1@example.com") === 1, "the mail");
});

test("R-77 R-73 a kill while mails are being sent loses none, and repeats at most the current one", async () => {
  smtp.set(true);
  const addresses = Array.from({ length: 8 }, (_, index) => `person${index}@example.com`);
  const answer = await invite(addresses.join(","));
  expect(answer.body.seats).toHaveLength(9);
  // The server has received one mail and not acknowledged it.
  await eventually(async () => smtp.held.length > 0, "a mail under way");
  const underWay = smtp.taken.filter((to) => addresses.includes(to));
  await foyer.stop("SIGKILL");
  smtp.set(false);
  await foyer.restart();
  await eventually(
    async () => addresses.every((to) => times(to) > (underWay.includes(to) ? 1 : 0)),
    "every mail",
    60_000,
  );
  for (const to of addresses) expect(times(to), to).toBeLessThanOrEqual(underWay.includes(to) ? 2 : 1);
});

test("R-58 a paid change to 2,500 seats and a misnamed license at the provider do not stop the end (FAULT-01)", async () => {
  const token = await foyer.signIn("maria", "river-stone-maria");
  const licenseOf = async (): Promise<Answer["body"]> =>
    (await foyer.call("POST", "/api/1.1/managed_team_licenses/", { token, json: {} })).body.managed_team_licenses.find(
      ({ id }: { id: string }) => id === "sub-team",
    );
  const { subscription_id: id } = await licenseOf();
  const provider = (method: string, change: Record<string, string> = {}): Promise<Answer> =>
    foyer.call(method, `/sandbox/stripe/v1/subscriptions/${id}`, {
      headers: { authorization: "Bearer sk_test_sandbox" },
      ...(method === "POST" ? { form: change } : {}),
    });
  const item = (await provider("GET")).body.items.data[0].id;
  const charged = { "items[0][id]": item, proration_behavior: "always_invoice" };
  expect((await provider("POST", { ...charged, "items[0][quantity]": "2500" })).status).toBe(200);
  await eventually(async () => (await licenseOf()).total_seats === 2_500, "2,500 seats");
  const seats = "one@example.com";
  expect((await foyer.call("POST", "/api/1.1/registration_seats/sub-team/", { token, json: { seats } })).status).toBe(
    200,
  );
  await provider("POST", { "metadata[registration_id]": "nobody-has-this" });
  const metrics = (): Promise<Response> =>
    fetch(`${foyer.url}/metrics`, { headers: { authorization: `Bearer ${foyer.env["METRICS_TOKEN"]}` } });
  await eventually(async () => /foyer_messages_set_aside 1/.test(await (await metrics()).text()), "the alert");
  expect((await licenseOf()).subscription_state).toBe("active");
  await provider("DELETE");
  await eventually(async () => (await licenseOf()).subscription_state === "inactive", "the end");
  await eventually(async () => /foyer_messages_set_aside 0/.test(await (await metrics()).text()), "no alert");
});

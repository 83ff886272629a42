import { afterEach, expect, test } from "vitest";
import { makeAccounts, openSessions } from "../testing/factories.ts";
import { mailTo } from "../testing/mails.ts";
import { statementsOf } from "../testing/statements.ts";
import { type Answer, type CallOptions, startAccounts, type TestAccounts } from "../testing/test-accounts.ts";

let service: TestAccounts;
afterEach(() => service.close());

/** Starts two instances with accounts of these names. Returns a session of maria. */
async function start(uniformAnswers: boolean): Promise<string> {
  service = await startAccounts({ instances: 2, uniformAnswers });
  await makeAccounts(service, "maria", "known", "hugo");
  const [token = ""] = await openSessions(service, "maria");
  return token;
}

let asked = 0;
/** Sends a request from a new network each time, alternately to both instances. */
const ask = (path: string, body: object, token?: string, ip = `10.1.${asked >> 8}.${asked & 255}`): Promise<Answer> =>
  service.call("POST", path, { body, token, ip, instance: asked++ % 2 } satisfies CallOptions);
const change = (token: string, new_email_address: string): Promise<Answer> =>
  ask("user/", { new_email_address }, token);

test("R-04 R-29 changes to known and unknown addresses have the same limits: three an address, ten a person", async () => {
  const token = await start(false);
  for (const [address, status] of [
    ["known@example.com", 422],
    ["new@example.com", 200],
  ] as const) {
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) statuses.push((await change(token, address)).status);
    expect(statuses, address).toEqual([status, status, status, 429]);
  }
  await service.forgetTries();
  const known = Array.from({ length: 12 }, (_, at) => `known${at}`);
  await makeAccounts(service, ...known);
  const statuses: number[] = [];
  for (const name of known) statuses.push((await change(token, `${name}@example.com`)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
  expect((await change(token, "unknown@example.com")).status).toBe(429);
});

test("R-04 R-31 with uniform answers a change to a known address gets the usual answer; its owner gets a notice", async () => {
  const token = await start(true);
  const shown: unknown[] = [];
  for (const address of ["known@example.com", "fresh@example.com"]) {
    service.mailer.messages.length = 0;
    const answer = await change(token, address);
    const read = await service.post("user/", {}, token);
    await service.work();
    const own = service.mailer.messages.filter(({ to }) => to === "maria@example.com").map(({ subject }) => subject);
    const text = JSON.stringify([answer.status, answer.body, Object.keys(answer.headers), read.body, own]);
    shown.push(text.replaceAll(address, "<address>"));
    const sent = service.mailer.messages.find(({ to }) => to === address)?.text ?? "";
    expect(sent.includes("?token="), address).toBe(address === "fresh@example.com");
    if (address === "known@example.com") expect(sent).toContain("Its account name is known");
  }
  expect(shown[0]).toBe(shown[1]);
});

test("R-04 R-31 with uniform answers a sign-up at a known address mails its owner, and its key dies after five tries too", async () => {
  await start(true);
  const codes: number[][] = [];
  for (const email_address of ["known@example.com", "fresh@example.com"]) {
    await ask("user/verify_email/", { email_address });
    const { subject } = await mailTo(service, email_address);
    expect(subject).toContain(email_address === "known@example.com" ? "already have" : "confirm key");
    const said: number[] = [];
    for (let round = 0; round < 7; round++) {
      said.push((await ask("user/verify_email/", { email_address, confirm_key: "wrong-key" })).body.code);
    }
    codes.push(said);
  }
  expect(codes[0]).toEqual(codes[1]);
});

/** The SQL statements of one call, the jobs that it queues, and its answer. */
async function workOf(path: string, field: string, address: string, token?: string) {
  const call = { body: { [field]: address }, token, ip: `10.2.0.${asked++}` };
  const answers: Answer[] = [];
  const statements = await statementsOf(service, async () => answers.push(await service.call("POST", path, call)));
  const { rows: jobs } = await service.database.pool.query(
    `select tasks.identifier as name from accounts_jobs._private_jobs jobs
     join accounts_jobs._private_tasks tasks on tasks.id = jobs.task_id order by jobs.id`,
  );
  await service.work();
  return {
    // The conflict target may differ; it makes no difference to the work.
    statements: statements.map((text) =>
      text.replace(/on conflict \([^)]*\)\s+where .* do update/, "on conflict do update"),
    ),
    jobs,
    answers: answers.map(({ status, body, headers }) => [
      status,
      JSON.stringify(body).replaceAll(address, "<address>"),
      Object.keys(headers),
    ]),
  };
}

test.each([
  ["password_reset/", "email_address"],
  ["user/verify_email/", "email_address"],
  ["user/", "new_email_address"],
] as const)(
  "R-04 R-31 with uniform answers %s gives the same answer and does the same work for known and unknown addresses",
  async (path, field) => {
    const session = await start(true);
    const token = path === "user/" ? session : undefined;
    // The first call of a kind prepares its statements.
    await workOf(path, field, "hugo@example.com", token);
    const known = await workOf(path, field, "known@example.com", token);
    const unknown = await workOf(path, field, "unknown@example.com", token);
    expect([known.answers[0]?.[0], known.statements.length > 3]).toEqual([200, true]);
    expect(known).toEqual(unknown);
  },
);

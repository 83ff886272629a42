import { afterAll, expect, test } from "vitest";
import { makeAccounts, makeLicense, openSessions } from "../testing/factories.ts";
import { mailTo } from "../testing/mails.ts";
import { startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());
await makeAccounts(service, "maria", "owen");
let [manager = ""] = await openSessions(service, "maria");

let made = 0;

interface Link {
  readonly license: string;
  readonly seat: { readonly id: string; readonly email: string; readonly short_url: string };
  readonly reference: string;
  readonly proof: string;
}

/** Returns the reference and the proof of the newest link that was mailed to an address. */
async function linkTo(email: string): Promise<Pick<Link, "reference" | "proof">> {
  const link = (await mailTo(service, email)).text.match(/https?:\/\/\S*confirm-invite\S*/)?.[0] ?? "";
  const query = new URL(link).searchParams;
  return { reference: query.get("ref") ?? "", proof: query.get("proof") ?? "" };
}

/** Invites an address to a license of its own. */
async function invited(email: string): Promise<Link> {
  const license = `team-${++made}`;
  await makeLicense(service, { id: license, owners: ["maria"], total_seats: 2 });
  const { body } = await service.post(`registration_seats/${license}/`, { seats: [email] }, manager);
  await service.work();
  return { license, seat: body.seats[0], ...(await linkTo(email)) };
}

const start = (reference: string, proof: string, instance = 0) =>
  service.call("POST", `invitations/${reference}/sign_up/`, { body: { proof }, instance });
const strong = "amber-lantern-77";
const complete = (token: string, name: string, instance = 0) =>
  service.call("POST", "user/", {
    body: { new_account_name: name, new_password: strong, new_password_2: strong },
    token,
    instance,
  });

test("LOOK-19 the mailed link proves the invited address, so the sign-up needs no key and has that address", async () => {
  const { reference, proof } = await invited("Nina@example.com");
  expect((await service.get(`invitations/${reference}/?proof=${proof}`)).body).toMatchObject({ has_account: false });
  const started = await start(reference, proof);
  expect(started).toMatchObject({ status: 200, body: { email: "Nina@example.com" } });
  const done = await complete(started.body.token.access_token, "nina");
  expect(done.body).toMatchObject({ userinfo: { username: "nina", email: "Nina@example.com" } });
});

test("LOOK-19 neither the short link nor the reference, which a manager can copy, proves the address", async () => {
  const { seat, reference, proof } = await invited("victim@example.com");
  const short = await service.call("GET", new URL(seat.short_url).pathname, { headers: { accept: "text/html" } });
  expect(short.headers["location"]).toBe(`/confirm-invite/?ref=${reference}`);
  const other = await invited("attacker@example.com");
  for (const tried of ["", "x", reference, other.proof, `${proof}A`, proof.slice(0, -2)]) {
    expect((await start(reference, tried)).body).toMatchObject({ code: 12001 });
    expect((await service.get(`invitations/${reference}/?proof=${tried}`)).body).not.toHaveProperty("has_account");
  }
});

test("LOOK-19 a forwarded link opens no existing account, even one created after the link was opened", async () => {
  const { reference, proof } = await invited("OWEN@example.com");
  expect((await service.get(`invitations/${reference}/?proof=${proof}`)).body).toMatchObject({ has_account: true });
  expect(await start(reference, proof)).toMatchObject({ status: 422, body: { code: 11010 } });

  const fresh = await invited("fresh@example.com");
  const tokens = await Promise.all([0, 1].map((at) => start(fresh.reference, fresh.proof, at)));
  const answers = await Promise.all(tokens.map(({ body }, at) => complete(body.token.access_token, `fresh${at}`, at)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ code: 11010 });
});

test("LOOK-19 a withdrawn, accepted or expired invitation proves nothing; a resent one has the same link", async () => {
  const withdrawn = await invited("wes@example.com");
  await service.call("DELETE", `registration_seats/${withdrawn.license}/`, {
    token: manager,
    body: { seats: [withdrawn.seat] },
  });
  expect((await start(withdrawn.reference, withdrawn.proof)).body).toMatchObject({ code: 12001 });

  const { license, seat, reference, proof } = await invited("zoe@example.com");
  service.clock.advance(30 * 86_400 + 1);
  expect((await start(reference, proof)).body).toMatchObject({ code: 12001 });
  [manager = ""] = await openSessions(service, "maria");
  await service.post(`registration_seats/${license}/resend/`, { seats: [seat.id] }, manager);
  await service.work();
  expect(await linkTo("zoe@example.com")).toEqual({ reference, proof });
  const started = await start(reference, proof);
  const account = await complete(started.body.token.access_token, "zoe");
  await service.post("user/accept_invite/new/", { reference_id: reference }, account.body.token.access_token);
  expect((await start(reference, proof)).body).toMatchObject({ code: 12001 });
});

test("LOOK-19 LOOK-21 one link starts ten sign-ups an hour; the eleventh is refused with the time to wait", async () => {
  const { reference, proof } = await invited("often@example.com");
  for (let count = 0; count < 10; count++) expect((await start(reference, proof)).status).toBe(200);
  const refused = await start(reference, proof);
  expect(refused.status).toBe(429);
  expect(refused.body.message).toMatch(/^Too many tries\. Please try again in 60 minutes, at \d\d:\d\d UTC\.$/);
});

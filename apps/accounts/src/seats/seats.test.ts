import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, signIn, tellSubscription } from "../testing/factories.ts";
import { portal, refusal, startAccounts, testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts();
const tokens = new Map<string, string>();
const people = ["maria", "hugo", "ines", "otto", "other"];

async function tokenOf(name: string): Promise<string> {
  const held = tokens.get(name) ?? (await signIn(service, name)).access;
  tokens.set(name, held);
  return held;
}

beforeAll(async () => {
  await makeAccounts(service, ...people);
  await makeLicense(service, { id: "foreign", owners: ["other"] });
  await makeSeats(service, "foreign", "other");
});
afterAll(async () => {
  expect((await service.database.pool.query("select * from seat_count_faults")).rows).toEqual([]);
});

let made = 0;
/** Creates a license of maria with that number of seats and these people on it. */
async function team(totalSeats: number, ...seats: string[]): Promise<string> {
  const id = `team-${++made}`;
  await makeLicense(service, { id, owners: ["maria"], total_seats: totalSeats });
  await makeSeats(service, id, ...seats);
  return id;
}

const asManager = async (method: "GET" | "POST" | "DELETE", id: string, body?: unknown, rest = "") =>
  service.call(method, `registration_seats/${id}/${rest}`, { body, token: await tokenOf("maria") });
const invite = (id: string, seats: string | string[]) => asManager("POST", id, { seats });
const emailsOf = (answer: { body: { seats: { email: string }[] } }) => answer.body.seats.map(({ email }) => email);
const referenceOf = async (license: string, email: string): Promise<string> => {
  const seats = service.database.kysely.selectFrom("seats").select("reference").where("license_id", "=", license);
  return (await seats.where("email", "=", email).executeTakeFirstOrThrow()).reference ?? "";
};
const accept = async (name: string, reference: string) =>
  service.post("user/accept_invite/new/", { reference_id: reference }, await tokenOf(name));

describe("inviting", () => {
  test("HOME-01 a person sees the invitations to the own address as long as they can be accepted", async () => {
    const own = async (name: string) =>
      (await service.get("user/invitations/", await tokenOf(name))).body.invitations.map(
        ({ reference }: { reference: string }) => reference,
      );
    const [id, ended] = [await team(3), await team(3)];
    for (const license of [id, ended]) await invite(license, "OTTO@example.com");
    const reference = await referenceOf(id, "OTTO@example.com");
    expect(await own("otto")).toEqual([reference, await referenceOf(ended, "OTTO@example.com")]);
    expect(await own("hugo")).toEqual([]);
    await tellSubscription(service, ended, { status: "canceled" });
    const { body } = await service.get("user/invitations/", await tokenOf("otto"));
    expect(body.invitations).toMatchObject([{ reference, manager_email: "maria@example.com" }]);
    await accept("otto", reference);
    expect(await own("otto")).toEqual([]);
  });

  test("ACC-19 invites a form's list and returns all seats of the license", async () => {
    const id = await team(5, "hugo");
    const token = await tokenOf("maria");
    const answer = await service.call("POST", `registration_seats/${id}/`, {
      token,
      form: { seats: "anna@example.com,\r\nben@example.com  cara@example.com" },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: "success", invalid_emails: [], emails_not_sent: [] });
    expect(emailsOf(answer)).toEqual(["hugo@example.com", "anna@example.com", "ben@example.com", "cara@example.com"]);
    expect(answer.body.seats[0]).toEqual({
      id: `${id}-hugo`,
      username: "hugo",
      email: "hugo@example.com",
      status: "active",
      short_url: null,
    });
    const [, anna] = answer.body.seats;
    expect(anna).toMatchObject({ username: null, status: "pending" });
    expect(anna.short_url).toMatch(new RegExp(`^${portal}/i/\\w{12}$`));
  });

  test("ACC-19 an address that holds or is invited to a seat gets no second one, without an error", async () => {
    const id = await team(3, "hugo", "anna@example.com");
    const answer = await invite(id, "HUGO@example.com, Anna@Example.com, ben@example.com, ben@EXAMPLE.com");
    expect(answer.status).toBe(200);
    expect(emailsOf(answer)).toEqual(["hugo@example.com", "anna@example.com", "ben@example.com"]);
    expect((await invite(id, "hugo@example.com")).status).toBe(200);
  });

  test("ACC-19 INV-04 an invalid address is named, and no one is invited", async () => {
    const id = await team(5);
    const answer = await invite(id, "anna@example.com, not-an-address, also@wrong");
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 12006, invalid_emails: ["not-an-address", "also@wrong"] },
    });
    expect((await asManager("GET", id)).body.seats).toEqual([]);
    expect(refusal(await invite(id, " , "))).toEqual([422, 4000]);
  });

  test.each([
    ["maya\u200b@example.com", "maya⟨zero-width space⟩@example.com"],
    ["jos\u00e9@example.com", "“é” before the @"],
    ["j\ufffdrg@example.com", "could not be read"],
  ])(
    "ACC-19 INV-04 %j is refused at once, and the sentence says why (FAULT-15 FAULT-16 FAULT-17)",
    async (bad, said) => {
      const id = await team(5);
      const answer = await invite(id, `anna@example.com, nonsense, ${bad}`);
      expect(answer).toMatchObject({ status: 422, body: { code: 12006, invalid_emails: ["nonsense", bad] } });
      expect(answer.body.message).toContain(said);
      expect((await asManager("GET", id)).body.seats).toEqual([]);
    },
  );

  test("ACC-19 one mailbox gets one seat, however its domain is written (FAULT-13)", async () => {
    const id = await team(3);
    await invite(id, "user@bücher.example");
    const answer = await invite(id, "user@xn--bcher-kva.example, USER@BÜCHER.example, user@bu\u0308cher.example");
    expect(answer.status).toBe(200);
    expect(emailsOf(answer)).toEqual(["user@bücher.example"]);
  });

  test("ACC-19 INV-06 a list with more addresses than fit is refused as a whole", async () => {
    const id = await team(2, "hugo");
    expect(refusal(await invite(id, "anna@example.com,ben@example.com"))).toEqual([409, 12003]);
    expect(emailsOf(await asManager("GET", id))).toEqual(["hugo@example.com"]);
    expect((await invite(id, "anna@example.com")).status).toBe(200);
  });

  test("ACC-19 2,200 addresses are invited in one call", async () => {
    const id = await team(2_200);
    const addresses = Array.from({ length: 2_200 }, (_, index) => `person${index}@example.com`);
    const answer = await invite(id, addresses);
    expect(answer.status).toBe(200);
    expect(emailsOf(answer)).toEqual(addresses);
  });

  test("INV-05 the invited person gets a mail with a link, accepts it and holds the seat", async () => {
    const id = await team(2);
    await invite(id, "newcomer@example.com");
    await service.work();
    const mail = service.mailer.messages.findLast(({ to }) => to === "newcomer@example.com");
    expect(mail?.text).toContain("maria@example.com");
    const reference = new RegExp(`${portal}/confirm-invite/\\?ref=([\\w-]+)`).exec(mail?.text ?? "")?.[1] ?? "";
    expect(reference.length).toBeGreaterThan(10);

    const preview = await service.get(`invitations/${reference}/`);
    expect(preview.body).toMatchObject({
      description: "Outliner 5",
      manager_email: "maria@example.com",
      email: "newcomer@example.com",
    });

    const answer = await accept("otto", reference);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: "success", registration_id: id, description: "Outliner 5" },
    });
    expect((await asManager("GET", id)).body.seats).toEqual([
      { id: expect.any(String), username: "otto", email: "otto@example.com", status: "active", short_url: null },
    ]);
    expect(refusal(await accept("ines", reference))).toEqual([410, 12001]);
  });

  test("ACC-19 with a real mail server, an address that it rejects permanently is reported and holds no seat", async () => {
    const strict = await startAccounts({ mailMayRefuse: true });
    await makeAccounts(strict, "maria");
    await makeLicense(strict, { id: "team", owners: ["maria"], total_seats: 3 });
    strict.mailer.refused.add("nobody@example.com");
    const { access } = await signIn(strict, "maria");
    const asked = strict.post("registration_seats/team/", { seats: "anna@example.com nobody@example.com" }, access);
    await expect.poll(() => strict.database.kysely.selectFrom("seats").select("id").execute()).toHaveLength(2);
    await strict.work();
    const answer = await asked;
    expect(answer.body.emails_not_sent).toEqual(["nobody@example.com"]);
    expect(emailsOf(answer as never)).toEqual(["anna@example.com"]);
    expect(strict.mailer.messages.map(({ to }) => to)).toEqual(["anna@example.com"]);
    await strict.close();
  });
});

describe("invitations", () => {
  test("ACC-09 used, withdrawn, unknown and short references get 410 12001, held seats 409 12004", async () => {
    const id = await team(4, "ines", "anna@example.com", "ben@example.com");
    const [anna, ben] = [await referenceOf(id, "anna@example.com"), await referenceOf(id, "ben@example.com")];
    for (const reference of ["0123456789", "", "unknown-reference-0001"]) {
      expect(refusal(await accept("otto", reference))).toEqual([410, 12001]);
    }
    expect(refusal(await accept("ines", anna))).toEqual([409, 12004]);
    await asManager("DELETE", id, { seats: [{ id: `${id}-ben@example.com` }] });
    expect(refusal(await accept("otto", ben))).toEqual([410, 12001]);
    expect((await accept("otto", anna)).status).toBe(200);
    expect(refusal(await accept("otto", anna))).toEqual([410, 12001]);
  });

  test("R-21 LOOK-09 an invitation expires after 30 days, names who can send it again, and keeps its seat and reference", async () => {
    const id = await team(1);
    await invite(id, "anna@example.com");
    const reference = await referenceOf(id, "anna@example.com");
    const before = (await asManager("GET", id)).body.seats[0];
    service.clock.advance(30 * 86_400);
    tokens.clear();
    expect(refusal(await accept("otto", reference))).toEqual([410, 12001]);
    expect(await service.get(`invitations/${reference}/`)).toMatchObject({
      status: 410,
      body: { code: 12001, manager_email: "maria@example.com", expires_date: before.expires_date },
    });
    expect(refusal(await invite(id, "ben@example.com"))).toEqual([409, 12003]);

    const mails = service.mailer.messages.length;
    const again = await asManager("POST", id, { seats: [before.id] }, "resend/");
    expect(again.body).toEqual({ status: "success", emails_not_sent: [] });
    await service.work();
    expect(service.mailer.messages.length).toBeGreaterThan(mails);
    const after = (await asManager("GET", id)).body.seats[0];
    expect(after.short_url).toBe(before.short_url);
    expect(await referenceOf(id, "anna@example.com")).toBe(reference);
    expect((await accept("otto", reference)).status).toBe(200);
  });

  test("R-77 an invitation resent before its first mail was sent gives two mails with one reference", async () => {
    const id = await team(5);
    const { body } = await invite(id, "twice@example.com, once@example.com");
    const [twice] = body.seats;
    for (let times = 0; times < 2; times++) {
      expect((await asManager("POST", id, { seats: [twice.id, twice.id] }, "resend/")).status).toBe(200);
    }
    await service.work();
    const mailsTo = (address: string) => service.mailer.messages.filter(({ to }) => to === address);
    expect(mailsTo("once@example.com")).toHaveLength(1);
    const links = mailsTo("twice@example.com").map(({ text }) => /\?ref=([\w-]+)/.exec(text)?.[1]);
    expect(links).toEqual(Array(3).fill(await referenceOf(id, "twice@example.com")));
    await service.forgetTries();
    await asManager("POST", id, { seats: [twice.id] }, "resend/");
    await service.work();
    expect(mailsTo("twice@example.com")).toHaveLength(4);
  });

  test("resending a seat that is no invitation of the license gets 12005 for the whole list", async () => {
    const id = await team(3, "hugo", "anna@example.com");
    const answer = await asManager("POST", id, { seats: [`${id}-anna@example.com`, `${id}-hugo`] }, "resend/");
    expect(refusal(answer)).toEqual([422, 12005]);
  });

  test("the short link leads to the invitation's page, and following it changes nothing", async () => {
    const id = await team(1, "anna@example.com");
    const [seat] = (await asManager("GET", id)).body.seats;
    const reference = await referenceOf(id, "anna@example.com");
    for (let look = 0; look < 3; look++) {
      const answer = await service.call("GET", new URL(seat.short_url).pathname);
      expect(answer.status).toBe(302);
      expect(answer.headers["location"]).toBe(`/confirm-invite/?ref=${reference}`);
    }
    expect((await service.call("GET", "/i/unknown")).headers["location"]).toBe("/confirm-invite/?ref=used");
    expect((await accept("otto", reference)).status).toBe(200);
  });

  test("R-35 only the invitation counts: other fields of an acceptance have no effect", async () => {
    const id = await team(2, "anna@example.com");
    const reference = await referenceOf(id, "anna@example.com");
    const token = await tokenOf("otto");
    const further = { registration_id: "foreign", license_id: "foreign", email: "x@example.com", status: "expiring" };
    const answer = await service.post("user/accept_invite/new/", { reference_id: reference, ...further }, token);
    expect(answer.body.registration_id).toBe(id);
    expect((await asManager("GET", id)).body.seats[0]).toMatchObject({
      username: "otto",
      email: "otto@example.com",
      status: "active",
    });
  });

  test("an owner gets a seat by inviting herself, and another address of hers gets no second seat", async () => {
    const id = await team(3);
    await invite(id, "maria@example.com, maria.other@example.com");
    expect((await accept("maria", await referenceOf(id, "maria@example.com"))).status).toBe(200);
    const second = await accept("maria", await referenceOf(id, "maria.other@example.com"));
    expect(refusal(second)).toEqual([409, 12004]);
  });
});

describe("releasing and renewing", () => {
  async function subscribed(total: number, renewing: number, ...seats: string[]): Promise<string> {
    const id = await team(total, ...seats);
    const now = Math.floor(service.clock.now().getTime() / 1_000);
    const next = renewing === total ? null : { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: renewing, at: now + 86_400 };
    expect(await tellSubscription(service, id, { quantity: total, next })).toBe(true);
    return id;
  }

  test("ACC-21 marks seats as ending or staying, all or none", async () => {
    const id = await subscribed(5, 3, "hugo", "ines", "otto");
    const released = await asManager("POST", id, { release: [`${id}-hugo`] });
    expect(released.status).toBe(200);
    const statuses = released.body.seats.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["expiring", "active", "active"]);
    expect(refusal(await asManager("POST", id, { release: [`${id}-ines`, "unknown"] }))).toEqual([422, 12005]);
    expect((await asManager("GET", id)).body.seats[1].status).toBe("active");
    expect((await asManager("POST", id, { renew: [`${id}-hugo`] })).status).toBe(200);
  });

  test("ACC-21 renewing more seats than the renewing quantity gets 409 12007", async () => {
    const id = await subscribed(4, 2, "hugo", "ines", "otto");
    await asManager("POST", id, { release: [`${id}-hugo`] });
    expect(refusal(await asManager("POST", id, { renew: [`${id}-hugo`] }))).toEqual([409, 12007]);
    const swap = await asManager("POST", id, { renew: [`${id}-hugo`], release: [`${id}-ines`] });
    expect(swap.status).toBe(200);
  });

  test("ACC-21 an invitation cannot be released, and a license that never renews releases no seat", async () => {
    const id = await subscribed(3, 3, "anna@example.com");
    expect((await asManager("POST", id, { release: [`${id}-anna@example.com`] })).body.code).toBe(12005);
    const perpetual = await team(3, "hugo");
    expect(refusal(await asManager("POST", perpetual, { release: [`${perpetual}-hugo`] }))).toEqual([422, 4000]);
  });

  test("12008: an ended license refuses inviting, releasing and resending, and seats/ leaves it out", async () => {
    const id = await subscribed(4, 4, "hugo", "ines", "anna@example.com");
    const reference = await referenceOf(id, "anna@example.com");
    const has = async () =>
      (await service.post("seats/", { show_personal_seats: false }, await tokenOf("hugo"))).body.seats.some(
        (seat: { registration_id: string }) => seat.registration_id === id,
      );
    expect(await has()).toBe(true);
    await tellSubscription(service, id, { status: "canceled", quantity: 4 }, { sequence: 2 });
    expect(await has()).toBe(false);
    for (const answer of [
      await invite(id, "ben@example.com"),
      await asManager("POST", id, { release: [`${id}-hugo`] }),
      await asManager("POST", id, { renew: [`${id}-hugo`] }),
      await asManager("POST", id, { seats: [`${id}-anna@example.com`] }, "resend/"),
      await accept("otto", reference),
    ]) {
      expect(refusal(answer)).toEqual([409, 12008]);
    }
    expect((await asManager("DELETE", id, { seats: [{ id: `${id}-ines` }] })).status).toBe(200);
  });
});

describe("removing", () => {
  test("ACC-22 removed seats are free at once; unknown ones are named and the others removed", async () => {
    const id = await team(3, "hugo", "ines", "anna@example.com");
    const [hugo, , anna] = (await asManager("GET", id)).body.seats;
    const answer = await asManager("DELETE", id, { seats: [hugo, anna, { id: "other-seat", email: "x@example.com" }] });
    expect(answer.status).toBe(200);
    expect(emailsOf(answer)).toEqual(["ines@example.com"]);
    expect(answer.body.invalid_seats).toEqual([{ id: "other-seat", email: "x@example.com" }]);
    expect(answer.body.message).toBeTruthy();
    expect((await invite(id, "ben@example.com,cara@example.com")).status).toBe(200);
    const clean = await asManager("DELETE", id, { seats: [{ id: `${id}-ines` }] });
    expect(clean.body.invalid_seats).toBeUndefined();
    expect(clean.body.message).toBeUndefined();
  });

  test("ACC-22 R-40 a seat of another license is unknown here and stays unchanged", async () => {
    const id = await team(2, "hugo");
    const answer = await asManager("DELETE", id, { seats: [{ id: "foreign-other" }] });
    expect(answer.body.invalid_seats).toEqual([{ id: "foreign-other" }]);
    const there = await service.get("registration_seats/foreign/", await tokenOf("other"));
    expect(emailsOf(there)).toEqual(["other@example.com"]);
  });
});

describe("who may", () => {
  test("ROLE-02 ROLE-03 R-39 seats of another owner's license are not found", async () => {
    const calls = [
      ["GET", ""],
      ["POST", "", { seats: "x@example.com" }],
      ["POST", "", { release: [] }],
      ["DELETE", "", { seats: [] }],
      ["POST", "resend/", { seats: [] }],
    ] as const;
    for (const [method, rest, body] of calls) {
      const answers = await Promise.all(
        ["foreign", "does-not-exist"].map(async (id) =>
          service.call(method, `registration_seats/${id}/${rest}`, { body, token: await tokenOf("maria") }),
        ),
      );
      for (const answer of answers) expect(refusal(answer)).toEqual([404, 2004]);
      expect(answers[0]?.body).toEqual(answers[1]?.body);
      expect((await service.call(method, `registration_seats/foreign/${rest}`, { body })).status).toBe(401);
    }
  });

  test("ROLE-03 a holder of a seat cannot manage the license", async () => {
    const id = await team(2, "hugo");
    expect((await service.get(`registration_seats/${id}/`, await tokenOf("hugo"))).status).toBe(404);
  });
});

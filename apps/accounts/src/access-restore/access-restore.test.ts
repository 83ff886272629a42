import { describe, expect, test } from "vitest";
import { accountRow, makeAccounts, makeLicense, makeSeats, password, setRight, signIn } from "../testing/factories.ts";
import { mailedToken } from "../testing/mails.ts";
import {
  agreeRestore,
  askAddress,
  askRestore,
  carryOut,
  changeAddress,
  newAddressOf,
  reason,
  restoreOf,
  restoreService,
  stopBy,
  stopLink,
} from "../testing/restores.ts";
import { storeFactor } from "../testing/second-factor.ts";
import { refusal } from "../testing/test-accounts.ts";

const HOUR = 3_600;
const { service, staff, signInStaff } = restoreService();

const accountOf = (username: string) => accountRow(service, username);
const stateOf = async (username: string) => (await restoreOf(service, staff.chief, username)).state;
const actsOn = async (username: string) =>
  (await service.get(`admin/acts/?target=account:${username}`, staff.chief)).body.acts;
const eventsOf = async (username: string): Promise<string[]> => {
  const { timeline } = (await service.get(`admin/accounts/${username}/`, staff.chief)).body;
  return timeline.flatMap(({ kind, title }: Record<string, string>) => (kind === "security" ? title : []));
};

/** Creates an account with a restore that two staff members have approved, and sends its mails. */
async function agreed(username: string): Promise<void> {
  await makeAccounts(service, username);
  expect((await askRestore(service, staff.anna, username)).body).toMatchObject({ applied: true });
  expect((await agreeRestore(service, staff.bert, username)).body).toMatchObject({ applied: true });
  await service.work();
}

/** Advances the clock past the waiting time, runs the sweep and sends the queued mails. */
async function dayLater(instance = 0): Promise<void> {
  service.clock.advance(24 * HOUR);
  await carryOut(service, instance);
  await service.work();
  await signInStaff();
}

describe("restoring access for a person who lost everything", () => {
  test("KEY-11 one staff member asks, another agrees, every known address gets a mail, and one reset link is sent 24 h later", async () => {
    await makeAccounts(service, "lena");
    await makeLicense(service, { id: "lenas", owners: ["lena"] });
    await makeSeats(service, "lenas", "lena");
    // The account had two earlier addresses: its owner changed one, support changed the other.
    const own = (await signIn(service, "lena")).access;
    await service.post("user/", { new_email_address: "lena-2@example.com" }, own);
    await service.post("user/confirm_email/", { token: await mailedToken(service, "lena-2@example.com") });
    await service.post("user/", { new_email_address: "never-confirmed@example.com" }, own);
    await changeAddress(service, [staff.anna, staff.bert], "lena", "lena-3@example.com");
    await storeFactor(service, "lena");
    await service.work();
    const before = await accountOf("lena");

    const preview = await askRestore(service, staff.anna, "lena", { preview: true });
    expect(preview.body).toMatchObject({
      applied: false,
      before: { email: "lena-3@example.com" },
      after: { email: newAddressOf("lena") },
    });
    expect(await restoreOf(service, staff.anna, "lena")).toMatchObject({ kind: "address", state: "done" });
    expect((await askRestore(service, staff.anna, "lena")).status).toBe(200);
    expect(await restoreOf(service, staff.reader, "lena")).toMatchObject({
      state: "asked",
      email: newAddressOf("lena"),
      reason,
      asked_by: "anna",
      agreed_by: null,
      restores: null,
    });
    const seen = service.mailer.messages.length;
    await service.work();
    expect(service.mailer.messages).toHaveLength(seen);

    const { body } = await agreeRestore(service, staff.bert, "lena");
    const told = ["lena-3@example.com", "lena-2@example.com", "lena@example.com", newAddressOf("lena")];
    expect(body.after.mailed_to.toSorted()).toEqual(told.toSorted());
    await service.work();
    const mails = service.mailer.messages.slice(seen);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(told.toSorted());
    for (const { to, text } of mails) {
      expect(text, to).toContain("/stop-restore?token=");
      expect(text.includes("sets a new password"), to).toBe(to === newAddressOf("lena"));
    }

    service.clock.advance(24 * HOUR - 1);
    await carryOut(service);
    expect(await accountOf("lena")).toMatchObject({ email: "lena-3@example.com", password_hash: before.password_hash });
    service.clock.advance(1);
    await carryOut(service);
    await signInStaff();
    const after = await accountOf("lena");
    expect(after).toMatchObject({ email: newAddressOf("lena"), password_hash: null });
    expect(after.credential_version).toBeGreaterThan(before.credential_version);
    expect(await stateOf("lena")).toBe("done");
    expect((await service.post("user/", {}, own)).status).toBe(401);
    expect(refusal(await service.post("signin/", { username: "lena", password }))).toEqual([401, 1001]);
    const seats = service.database.kysely.selectFrom("seats").select("email").where("license_id", "=", "lenas");
    expect(await seats.execute()).toEqual([{ email: newAddressOf("lena") }]);

    const reset = await mailedToken(service, newAddressOf("lena"));
    for (const old of ["lena@example.com", "lena-2@example.com", "lena-3@example.com"]) {
      expect(service.mailer.messages.findLast(({ to }) => to === old)?.subject).toContain("was given to a new address");
    }
    const secret = { new_password: "copper-kettle-91", new_password_2: "copper-kettle-91" };
    expect((await service.post("password_reset/confirm/", { token: reset, ...secret })).status).toBe(200);
    // The account has no second factor: it was lost.
    expect((await service.post("signin/", { username: "lena", password: "copper-kettle-91" })).status).toBe(200);

    const acts = await actsOn("lena");
    expect(acts.slice(0, 3)).toMatchObject([
      {
        act: "account.restored",
        staff: "anna",
        reason,
        before: { email: "lena-3@example.com", second_factor: true },
        after: { email: newAddressOf("lena"), second_factor: false, agreed: { by: "bert" } },
      },
      { act: "account.restore_agreed", staff: "bert", reason },
      { act: "account.restore_asked", staff: "anna", reason },
    ]);
    expect(await eventsOf("lena")).toEqual(
      expect.arrayContaining(["access_restore.asked", "access_restore.agreed", "access_restore.done"]),
    );
  });

  test("KEY-11 an address from more than a year ago is no longer known, and an unconfirmed address never was", async () => {
    await makeAccounts(service, "olga");
    const own = (await signIn(service, "olga")).access;
    await service.post("user/", { new_email_address: "olga-2@example.com" }, own);
    await service.post("user/confirm_email/", { token: await mailedToken(service, "olga-2@example.com") });
    service.clock.advance(366 * 24 * HOUR);
    const again = (await signIn(service, "olga")).access;
    await service.post("user/", { new_email_address: "strangers@example.com", password }, again);
    await signInStaff();
    await askRestore(service, staff.anna, "olga");
    const { body } = await agreeRestore(service, staff.bert, "olga");
    expect(body.after.mailed_to).toEqual(["olga-2@example.com", newAddressOf("olga")]);
  });
});

describe("a second staff member", () => {
  test("KEY-11 must be another person with the same right; asking needs that right too", async () => {
    await makeAccounts(service, "rosa");
    expect(refusal(await askRestore(service, staff.reader, "rosa"))).toEqual([404, 2004]);
    expect((await askRestore(service, staff.anna, "rosa")).status).toBe(200);
    expect(refusal(await agreeRestore(service, staff.anna, "rosa"))).toEqual([403, 2001]);
    expect(refusal(await agreeRestore(service, staff.reader, "rosa"))).toEqual([404, 2004]);
    expect(refusal(await agreeRestore(service, staff.bert, "rosa", { restore: "rst_other" }))).toEqual([409, 1043]);
    expect(refusal(await agreeRestore(service, staff.bert, "rosa", { password: "wrong" }))).toEqual([422, 3022]);
    expect((await agreeRestore(service, staff.bert, "rosa", { preview: true })).body.applied).toBe(false);
    expect(await stateOf("rosa")).toBe("asked");
    expect((await agreeRestore(service, staff.bert, "rosa")).status).toBe(200);
    expect(refusal(await agreeRestore(service, staff.chief, "rosa"))).toEqual([409, 1043]);
  });

  test.each([
    { name: "sara", changed: "anna", when: "the first one has lost the right" },
    { name: "sina", changed: "bert", when: "the second one has lost the right" },
    { name: "promoted", changed: "promoted", when: "the account has become a staff account" },
  ])("KEY-11 must still have the right when the restore is due; it stops when $when", async ({ name, changed }) => {
    await agreed(name);
    await setRight(service, changed, "read");
    await dayLater();
    if (changed !== name) await setRight(service, changed, "support");
    expect(await restoreOf(service, staff.chief, name)).toMatchObject({
      state: "stopped",
      stopped_by: "staff_changed",
    });
    expect((await accountOf(name)).email).toBe(`${name}@example.com`);
  });

  test("KEY-11 only administrators restore a colleague's account, and no one restores their own", async () => {
    await makeAccounts(service, "colleague");
    await setRight(service, "colleague", "read");
    expect(refusal(await askRestore(service, staff.anna, "colleague"))).toEqual([403, 2001]);
    expect(refusal(await askRestore(service, staff.chief, "chief"))).toEqual([403, 2001]);
    expect((await askRestore(service, staff.chief, "colleague")).status).toBe(200);
    expect(refusal(await agreeRestore(service, staff.bert, "colleague"))).toEqual([403, 2001]);
    expect((await agreeRestore(service, staff.vice, "colleague")).status).toBe(200);
  });

  test("KEY-11 has 7 days to agree, then the request expires", async () => {
    await makeAccounts(service, "tara");
    await askRestore(service, staff.anna, "tara");
    service.clock.advance(7 * 24 * HOUR);
    await signInStaff();
    expect(refusal(await agreeRestore(service, staff.bert, "tara"))).toEqual([409, 1043]);
    await carryOut(service);
    expect(await restoreOf(service, staff.chief, "tara")).toMatchObject({ state: "stopped", stopped_by: "lapsed" });
  });
});

describe("what cannot be restored", () => {
  test("KEY-11 an invalid address, the account's own or another account's; a second restore while one is open", async () => {
    await makeAccounts(service, "uma", "other");
    const ask = async (new_email_address: string) =>
      refusal(await askRestore(service, staff.anna, "uma", { new_email_address }));
    expect(await ask("no address")).toEqual([422, 3019]);
    expect(await ask("UMA@example.com")).toEqual([422, 3020]);
    expect(await ask("Other@Example.com")).toEqual([422, 11_010]);
    expect(refusal(await askRestore(service, staff.anna, "uma", { reason: " " }))).toEqual([422, 4000]);
    expect(refusal(await askRestore(service, staff.anna, "nobody-there"))).toEqual([404, 2004]);
    expect((await askRestore(service, staff.anna, "uma")).status).toBe(200);
    expect(refusal(await askRestore(service, staff.bert, "uma"))).toEqual([409, 1043]);
  });

  test("KEY-11 an account that is closed or on hold, also when that happens during the wait", async () => {
    await makeAccounts(service, { username: "vera", state: 300 }, { username: "merged", state: 301 }, "held");
    expect(refusal(await askRestore(service, staff.anna, "vera"))).toEqual([403, 2001]);
    expect(refusal(await askRestore(service, staff.anna, "merged"))).toEqual([403, 2001]);
    const until = new Date(service.clock.now().getTime() + 90 * 24 * HOUR * 1_000).toISOString();
    await service.post("admin/accounts/held/legal_hold/", { reason, until }, staff.chief);
    expect(refusal(await askRestore(service, staff.anna, "held"))).toEqual([403, 2001]);

    await agreed("walter");
    await service.post("admin/accounts/walter/legal_hold/", { reason, until }, staff.chief);
    await agreed("wilma");
    await service.post("admin/accounts/wilma/state/", { reason, account_state: 300 }, staff.chief);
    // The restore stops at once, so reopening the account does not resume it.
    expect(await restoreOf(service, staff.chief, "wilma")).toMatchObject({ state: "stopped", stopped_by: "closed" });
    await service.post("admin/accounts/wilma/state/", { reason, account_state: 100 }, staff.chief);
    await agreed("wanda");
    await makeAccounts(service, { username: "quick", email: newAddressOf("wanda") });
    await dayLater(1);
    expect((await accountOf("wilma")).email).toBe("wilma@example.com");
    expect(await restoreOf(service, staff.chief, "walter")).toMatchObject({ stopped_by: "held" });
    expect(await restoreOf(service, staff.chief, "wanda")).toMatchObject({ stopped_by: "address_taken" });
    for (const name of ["walter", "wilma", "wanda"]) {
      expect((await accountOf(name)).password_hash).not.toBeNull();
    }
  });

  test("KEY-11 merging an account stops its restore", async () => {
    await agreed("xenia");
    await makeAccounts(service, "xaver");
    await service.post("admin/accounts/xenia/merge/", { reason, into: "xaver", password }, staff.chief);
    expect(await restoreOf(service, staff.chief, "xenia")).toMatchObject({ stopped_by: "closed" });
  });
});

describe("the mails of a restore", () => {
  test("KEY-11 the 24 h count from the last mail sent; a mail that cannot be sent for a day stops the restore", async () => {
    await makeAccounts(service, "yara", "yves");
    await askRestore(service, staff.anna, "yara");
    await agreeRestore(service, staff.bert, "yara");
    service.clock.advance(5 * HOUR);
    await service.work();
    await signInStaff();
    await askRestore(service, staff.anna, "yves");
    service.mailer.isReachable = false;
    expect(refusal(await agreeRestore(service, staff.bert, "yves"))).toEqual([503, 11_002]);
    service.mailer.isReachable = true;
    await agreeRestore(service, staff.bert, "yves");
    service.mailer.isReachable = false;
    await service.work();
    service.clock.advance(19 * HOUR);
    await carryOut(service);
    await signInStaff();
    expect(await stateOf("yara")).toBe("waiting");
    service.clock.advance(5 * HOUR);
    await carryOut(service);
    await signInStaff();
    expect(await stateOf("yara")).toBe("done");
    expect(await stateOf("yves")).toBe("waiting");
    service.clock.advance(HOUR);
    await carryOut(service);
    service.mailer.isReachable = true;
    await signInStaff();
    expect(await restoreOf(service, staff.chief, "yves")).toMatchObject({
      state: "stopped",
      stopped_by: "mail_failed",
    });
  });

  test("KEY-11 an address that permanently rejects its mail does not delay the restore", async () => {
    service.mailer.refused.add("zoe@example.com");
    await agreed("zoe");
    await dayLater();
    service.mailer.refused.delete("zoe@example.com");
    expect(await stateOf("zoe")).toBe("done");
  });
});

test("KEY-11 the list shows waiting restores first, then those that ended within 30 days", async () => {
  await makeAccounts(service, "listed");
  await askRestore(service, staff.anna, "listed");
  const { restores } = (await service.get("admin/access_restores/", staff.reader)).body;
  const live = restores.filter(({ ended }: { ended: string | null }) => ended === null);
  expect(restores.slice(0, live.length)).toEqual(live);
  expect(live).toContainEqual(expect.objectContaining({ username: "listed", state: "asked", asked_by: "anna" }));
  expect(restores.some(({ username }: { username: string }) => username === "zoe")).toBe(true);
  service.clock.advance(31 * 24 * HOUR);
  await signInStaff();
  const later = (await service.get("admin/access_restores/", staff.reader)).body.restores;
  expect(later.some(({ username }: { username: string }) => username === "zoe")).toBe(false);
});

describe("a change of the address by staff", () => {
  const asks = (username: string, by = staff.anna) => askAddress(service, by, username, newAddressOf(username));

  test("KEY-11 one staff member alone gets no mail of another person's account anywhere else for 24 h (FAULT-29)", async () => {
    await makeAccounts(service, "moved-tara");
    const own = (await signIn(service, "moved-tara")).access;
    await service.post("user/", { new_email_address: "moved-tara-2@example.com" }, own);
    await service.post("user/confirm_email/", { token: await mailedToken(service, "moved-tara-2@example.com") });
    expect((await asks("moved-tara")).body).toMatchObject({
      applied: true,
      before: { email: "moved-tara-2@example.com" },
      after: { email: newAddressOf("moved-tara"), change: "waits for its time" },
    });
    const seen = service.mailer.messages.length;
    await service.work();
    const told = service.mailer.messages.slice(seen);
    expect(told.map(({ to }) => to).toSorted()).toEqual(
      ["moved-tara-2@example.com", "moved-tara@example.com", newAddressOf("moved-tara")].toSorted(),
    );
    for (const { to, text } of told) expect(text, to).toContain("/stop-restore?token=");
    // The usual ways on from here all lead to the present address.
    await service.post("admin/accounts/moved-tara/send_password_reset/", { reason }, staff.anna);
    await service.post("password_reset/", { email_address: newAddressOf("moved-tara") });
    await service.work();
    const links = service.mailer.messages.slice(seen).filter(({ text }) => text.includes("/password-reset?token="));
    expect(links.map(({ to }) => to)).toEqual(["moved-tara-2@example.com"]);
    expect((await service.post("user/", {}, own)).status).toBe(200);
    // Signing in as usual stops a restore, and not this.
    await signIn(service, "moved-tara");
    service.clock.advance(24 * HOUR - 60);
    await carryOut(service);
    expect((await accountOf("moved-tara")).email).toBe("moved-tara-2@example.com");
    const before = await accountOf("moved-tara");
    service.clock.advance(HOUR);
    await Promise.all([carryOut(service, 0), carryOut(service, 1), carryOut(service, 0)]);
    await service.work();
    await signInStaff();
    const after = await accountOf("moved-tara");
    expect([after.email, after.password_hash]).toEqual([newAddressOf("moved-tara"), before.password_hash]);
    expect(await stateOf("moved-tara")).toBe("done");
    expect((await actsOn("moved-tara")).filter(({ act }: { act: string }) => act === "account.email")).toHaveLength(1);
    const notices = service.mailer.messages.slice(seen).filter(({ subject }) => subject.includes("was changed"));
    expect(notices.map(({ to }) => to).toSorted()).toEqual(
      [newAddressOf("moved-tara"), "moved-tara-2@example.com"].toSorted(),
    );
  });

  test("KEY-11 each of its mails stops it, and only an administrator may ask again within 7 days (FAULT-29)", async () => {
    for (const [place, username] of ["moved-uma", "moved-ute"].entries()) {
      await makeAccounts(service, username);
      expect((await asks(username)).status).toBe(200);
      await service.work();
      const address = place === 0 ? `${username}@example.com` : newAddressOf(username);
      expect((await stopBy(service, stopLink(service, address))).status).toBe(200);
      service.clock.advance(25 * HOUR);
      await carryOut(service);
      await signInStaff();
      expect((await accountOf(username)).email).toBe(`${username}@example.com`);
      expect(refusal(await asks(username))).toEqual([403, 2001]);
      expect((await asks(username, staff.chief)).status).toBe(200);
    }
  });

  test("KEY-11 a second staff member's agreement carries it out at once, the first one's does not (FAULT-29)", async () => {
    await makeAccounts(service, "moved-vera");
    const own = (await signIn(service, "moved-vera")).access;
    expect((await asks("moved-vera")).status).toBe(200);
    await service.work();
    const link = stopLink(service, "moved-vera@example.com");
    expect(refusal(await agreeRestore(service, staff.anna, "moved-vera"))).toEqual([403, 2001]);
    expect(refusal(await agreeRestore(service, staff.reader, "moved-vera"))).toEqual([404, 2004]);
    expect((await agreeRestore(service, staff.bert, "moved-vera", { preview: true })).body.applied).toBe(false);
    expect((await accountOf("moved-vera")).email).toBe("moved-vera@example.com");
    const answers = await Promise.all(
      [0, 1].map((instance) => agreeRestore(service, staff.bert, "moved-vera", {}, instance)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await accountOf("moved-vera")).email).toBe(newAddressOf("moved-vera"));
    expect((await service.post("user/", {}, own)).status).toBe(401);
    expect(refusal(await stopBy(service, link))).toEqual([409, 1042]);
    service.clock.advance(25 * HOUR);
    await carryOut(service);
    await signInStaff();
    expect(await stateOf("moved-vera")).toBe("done");
  });

  test("KEY-11 it does not happen when its mails cannot be sent, or when its staff member lost the right (FAULT-29)", async () => {
    await makeAccounts(service, "moved-wilma", "moved-xenia");
    expect((await asks("moved-wilma")).status).toBe(200);
    service.mailer.isReachable = false;
    await service.work();
    service.clock.advance(26 * HOUR);
    await carryOut(service);
    service.mailer.isReachable = true;
    await signInStaff();
    expect((await restoreOf(service, staff.chief, "moved-wilma")).stopped_by).toBe("mail_failed");
    expect((await asks("moved-xenia", staff.bert)).status).toBe(200);
    await service.work();
    await setRight(service, "bert", "read");
    service.clock.advance(25 * HOUR);
    await carryOut(service);
    await setRight(service, "bert", "support");
    await signInStaff();
    expect((await restoreOf(service, staff.chief, "moved-xenia")).stopped_by).toBe("staff_changed");
    expect((await accountOf("moved-xenia")).email).toBe("moved-xenia@example.com");
  });
});

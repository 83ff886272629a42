import { afterAll, describe, expect, test } from "vitest";
import { cheapPasswords } from "../testing/cheap-passwords.ts";
import { makeAccounts, newPerson, openSessions, outcomeOf, password, rowsOf } from "../testing/factories.ts";
import { addPasskey, proveWith, signInWith } from "../testing/passkeys.ts";
import { softwareAuthenticator } from "../testing/software-authenticator.ts";
import { portal, startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());

const events = (username: string): Promise<{ kind: string }[]> =>
  rowsOf(service, username, "security_events", "kind, details", "order by security_events.id");

const read = async (token: string, instance = 0): Promise<string> =>
  outcomeOf(await service.call("POST", "user/", { token, body: {}, instance }));

describe("adding passkeys", () => {
  test("KEY-01 a passkey is added, listed by its name, mailed about and recorded", async () => {
    const { name: username, token } = await newPerson(service);
    const started = (await service.post("user/passkeys/options/", {}, token)).body.options;
    expect(started).toMatchObject({
      rp: { id: "portal.example.com" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [],
    });
    const device = await addPasskey(service, token, { name: "  Maria’s laptop " });
    const { body } = await service.get("user/passkeys/", token);
    const created = `${service.clock.now().toISOString().slice(0, 19)}Z`;
    const listed = { id: device.id, name: "Maria’s laptop", created, last_used: null, backed_up: true };
    const accepted = { rp_id: "portal.example.com", user_id: started.user.id, credential_ids: [device.credentialId] };
    expect(body).toEqual({ passkeys: [listed], limit: 10, origin: portal, accepted });
    expect((await service.post("user/", {}, token)).body.userinfo.has_passkey).toBe(true);
    const again = (await service.post("user/passkeys/options/", {}, token)).body.options;
    expect(again.excludeCredentials).toEqual([
      { type: "public-key", id: device.credentialId, transports: ["internal"] },
    ]);
    await service.work();
    const [mail] = service.mailer.messages.filter(({ to }) => to === `${username}@example.com`);
    expect(mail?.text).toContain("A passkey was added.");
    expect((await events(username)).map(({ kind }) => kind)).toEqual(["passkey.added"]);
  });

  test("KEY-01 the proof must be from the last five minutes at the start and when the passkey is stored", async () => {
    const { token } = await newPerson(service);
    const device = softwareAuthenticator(portal);
    service.clock.advance(200);
    const { options } = (await service.post("user/passkeys/options/", {}, token)).body;
    service.clock.advance(101);
    const body = { name: "Late", credential: device.register(options) };
    expect(outcomeOf(await service.post("user/passkeys/", body, token))).toBe("403 2002");
    expect(outcomeOf(await service.post("user/passkeys/options/", {}, token))).toBe("403 2002");
    expect(outcomeOf(await service.post("user/passkeys/options/", { password: "wrong" }, token))).toBe("422 3022");
    expect(outcomeOf(await service.post("user/passkeys/options/", { password }, token))).toBe("200");
    expect((await service.get("user/passkeys/", token)).body.passkeys).toEqual([]);
  });

  test("KEY-01 a challenge works once, for five minutes, in the session that asked for it", async () => {
    const { name: username, token } = await newPerson(service);
    const [other = ""] = await openSessions(service, username);
    const device = softwareAuthenticator(portal);
    const start = async (): Promise<{ challenge: string; user: { id: string } }> =>
      (await service.post("user/passkeys/options/", { password }, token)).body.options;
    const add = async (credential: object, by = token): Promise<string> =>
      outcomeOf(await service.post("user/passkeys/", { name: "One", credential }, by));

    const options = await start();
    expect(await add(device.register(options), other)).toBe("410 1022");
    expect(await add(device.register(options))).toBe("200");
    expect(await add(device.register(options))).toBe("410 1022");
    const late = await start();
    service.clock.advance(299);
    await service.post("user/proof/", { password }, token);
    service.clock.advance(1);
    expect(await add(softwareAuthenticator(portal).register(late))).toBe("410 1022");
    // A challenge for a proof or for signing in does not work either.
    const { options: proof } = (await service.post("user/proof/passkey/options/", {}, token)).body;
    expect(await add(softwareAuthenticator(portal).register({ ...proof, user: late.user }))).toBe("410 1022");
    const { options: signing } = (await service.post("signin/passkey/options/", {})).body;
    expect(await add(softwareAuthenticator(portal).register({ ...signing, user: late.user }))).toBe("410 1022");
  });

  test.each([
    ["origin", { origin: "https://portal.example.com.evil.example" }],
    ["relying_party", { rpId: "evil.example" }],
    ["user_verification", { verified: false }],
  ])("KEY-03 a registration with a wrong %s is refused and recorded", async (reason, overrides) => {
    const { name: username, token } = await newPerson(service);
    const { options } = (await service.post("user/passkeys/options/", {}, token)).body;
    const credential = softwareAuthenticator(portal).register(options, overrides);
    expect(outcomeOf(await service.post("user/passkeys/", { name: "One", credential }, token))).toBe("422 1021");
    expect(await events(username)).toMatchObject([{ kind: "passkey.refused", details: { purpose: "add", reason } }]);
  });

  test("KEY-03 an attestation with a certificate is refused unread, and so is invalid CBOR", async () => {
    const { token } = await newPerson(service);
    for (const attestationObject of ["AAAA", Buffer.from("a363666d74667061636b6564", "hex").toString("base64url")]) {
      const { options } = (await service.post("user/passkeys/options/", {}, token)).body;
      const credential = softwareAuthenticator(portal).register(options);
      const body = {
        name: "One",
        credential: { ...credential, response: { ...credential.response, attestationObject } },
      };
      expect(outcomeOf(await service.post("user/passkeys/", body, token))).toBe("422 1021");
    }
  });

  test("KEY-01 an account has at most ten, also after concurrent additions, and a credential is stored once", async () => {
    const { token } = await newPerson(service);
    const first = await addPasskey(service, token);
    for (let count = 1; count < 8; count += 1) await addPasskey(service, token);
    const started = await Promise.all(
      Array.from({ length: 6 }, () => service.post("user/passkeys/options/", {}, token)),
    );
    const added = await Promise.all(
      started.map(({ body }, index) =>
        service.call("POST", "user/passkeys/", {
          token,
          body: { name: `At once ${index}`, credential: softwareAuthenticator(portal).register(body.options) },
          instance: index % 2,
        }),
      ),
    );
    expect(added.map(outcomeOf).toSorted()).toEqual([
      ...Array<string>(2).fill("200"),
      ...Array<string>(4).fill("409 2006"),
    ]);
    expect(outcomeOf(await service.post("user/passkeys/options/", {}, token))).toBe("409 2006");

    const other = await newPerson(service);
    const { options } = (await service.post("user/passkeys/options/", {}, other.token)).body;
    const body = { name: "Taken", credential: first.register(options) };
    expect(outcomeOf(await service.post("user/passkeys/", body, other.token))).toBe("422 1021");
  });

  test("KEY-01 names are set, changed, and never empty; another account's passkey is not found", async () => {
    const { token } = await newPerson(service);
    const other = await newPerson(service);
    const { id } = await addPasskey(service, token);
    const rename = async (name: unknown, by = token): Promise<string> =>
      outcomeOf(await service.post(`user/passkeys/${id}/`, { name }, by));
    expect([
      await rename("Desk"),
      await rename("  "),
      await rename("x".repeat(65)),
      await rename("Mine", other.token),
    ]).toEqual(["200", "422 4000", "422 4000", "404 2004"]);
    const removed = await service.call("DELETE", `user/passkeys/${id}/`, { token: other.token, body: {} });
    expect(outcomeOf(removed)).toBe("404 2004");
    expect((await service.get("user/passkeys/", token)).body.passkeys).toMatchObject([{ name: "Desk" }]);
  });
});

describe("removing passkeys", () => {
  test("KEY-01 removing one ends the sessions that it opened, and the proofs of the others", async () => {
    const { name: username, token } = await newPerson(service);
    const device = await addPasskey(service, token);
    const opened: string = (await signInWith(service, device)).body.token.access_token;
    const [other = ""] = await openSessions(service, username);
    const removed = await service.call("DELETE", `user/passkeys/${device.id}/`, { token, body: {} });
    expect(removed.body).toEqual({ status: "success", sessions_ended: 1 });
    expect([await read(opened), await read(opened, 1), await read(other), await read(token)]).toEqual([
      "401 1002",
      "401 1002",
      "200",
      "200",
    ]);
    expect(outcomeOf(await service.post("user/passkeys/options/", {}, other))).toBe("403 2002");
    expect(outcomeOf(await signInWith(service, device))).toBe("401 1020");
    await service.work();
    const mails = service.mailer.messages.filter(({ to }) => to === `${username}@example.com`);
    expect(mails.some(({ text }) => text.includes("A passkey was removed."))).toBe(true);
  });

  test("KEY-01 the session that removes the passkey that opened it stays open", async () => {
    const { token } = await newPerson(service);
    const device = await addPasskey(service, token);
    const own: string = (await signInWith(service, device)).body.token.access_token;
    const removed = await service.call("DELETE", `user/passkeys/${device.id}/`, { token: own, body: {} });
    expect(removed.body.sessions_ended).toBe(0);
    expect(await read(own)).toBe("200");
  });

  test("KEY-04 the last way to sign in cannot be removed: the only passkey of an account without a password", async () => {
    const { name: username, token } = await newPerson(service);
    const [one, other] = [await addPasskey(service, token), await addPasskey(service, token)];
    await service.database.pool.query("update accounts set password_hash = null where username = $1", [username]);
    const remove = async (id: string, instance: number): Promise<string> =>
      outcomeOf(await service.call("DELETE", `user/passkeys/${id}/`, { token, body: {}, instance }));
    const both = await Promise.all([remove(one.id, 0), remove(other.id, 1)]);
    expect(both.toSorted()).toEqual(["200", "409 1023"]);
    expect((await service.get("user/passkeys/", token)).body.passkeys).toHaveLength(1);
  });
});

describe("passkeys as a proof", () => {
  test("KEY-04 a passkey replaces the password for five minutes, in this session only", async () => {
    const { name: username, token } = await newPerson(service);
    const device = await addPasskey(service, token);
    const [other = ""] = await openSessions(service, username);
    service.clock.advance(301);
    const start = async (by: string): Promise<string> => outcomeOf(await service.post("user/second_factor/", {}, by));
    expect([await start(token), await start(other)]).toEqual(["403 2002", "403 2002"]);
    expect(await proveWith(service, device, token)).toMatchObject({ status: 200, body: { good_for: 300 } });
    expect([await start(token), await start(other)]).toEqual(["200", "403 2002"]);
    service.clock.advance(301);
    expect(await start(token)).toBe("403 2002");
  });

  test("KEY-04 another account's passkey proves nothing, and without a passkey no proof starts", async () => {
    const [mine, hers] = [await newPerson(service), await newPerson(service)];
    await addPasskey(service, mine.token);
    const stranger = await addPasskey(service, hers.token);
    expect(outcomeOf(await proveWith(service, stranger, mine.token))).toBe("401 1020");
    const nobody = await newPerson(service);
    expect(outcomeOf(await service.post("user/proof/passkey/options/", {}, nobody.token))).toBe("401 1020");
  });

  test("KEY-04 a passkey replaces the old password, which is then empty; a recent sign-in does not", async () => {
    const { name: username, token } = await newPerson(service);
    const device = await addPasskey(service, token);
    await service.database.pool.query("update accounts set password_hash = null where username = $1", [username]);
    const wanted = "quiet-orchard-77";
    const change = async (old = ""): Promise<string> =>
      outcomeOf(
        await service.post("user/", { old_password: old, new_password: wanted, new_password_2: wanted }, token),
      );
    expect(await change()).toBe("422 3022");
    service.clock.advance(2);
    expect(outcomeOf(await proveWith(service, device, token))).toBe("200");
    expect([await change("not it"), await change()]).toEqual(["422 3022", "200"]);
    expect(outcomeOf(await service.post("signin/", { username, password: wanted }))).toBe("200");
    service.clock.advance(301);
    expect(await change()).toBe("422 3022");
  });

  test("KEY-04 closing accepts a passkey in place of the password, but not a recent sign-in", async () => {
    const { name: username, token } = await newPerson(service);
    const device = await addPasskey(service, token);
    const close = async (): Promise<string> =>
      outcomeOf(await service.post("user/close/", { account_name: username }, token));
    expect(await close()).toBe("403 2002");
    service.clock.advance(2);
    expect(outcomeOf(await proveWith(service, device, token))).toBe("200");
    expect(await close()).toBe("200");
    expect(outcomeOf(await signInWith(service, device))).toBe("403 1004");
    expect((await signInWith(service, device)).body.userinfo.come_back_until).toBeDefined();
  });
});

test("KEY-01 without a host name of the portal, passkeys are unavailable", async () => {
  const nameless = await startAccounts({ passwords: cheapPasswords(), publicOrigin: "https://192.0.2.7" });
  await makeAccounts(nameless, "ida");
  const [token = ""] = await openSessions(nameless, "ida");
  expect((await nameless.get("user/passkeys/", token)).body).toEqual({ passkeys: [], limit: 10, origin: null });
  expect(outcomeOf(await nameless.post("user/passkeys/options/", {}, token))).toBe("409 1024");
  expect(outcomeOf(await nameless.post("signin/passkey/options/", {}))).toBe("409 1024");
  await nameless.close();
});

test("KEY-01 expired challenges are deleted", async () => {
  await service.post("signin/passkey/options/", {});
  service.clock.advance(301);
  await service.sweep("prune-sessions");
  const { rows } = await service.database.pool.query("select from passkey_challenges");
  expect(rows).toHaveLength(0);
});

test("KEY-01 own data contains the names of passkeys and no keys", async () => {
  const { name: username, token } = await newPerson(service);
  await addPasskey(service, token, { name: "Own" });
  const { gatherPart } = await import("../data-export/own-data-store.ts");
  const { rows } = await service.database.pool.query<{ id: string }>("select id from accounts where username = $1", [
    username,
  ]);
  const gathered = await gatherPart(service.database.kysely, "passkeys", rows[0]?.id ?? "");
  expect(gathered.map((row) => Object.keys(row))).toEqual([["name", "created_at", "last_used_at", "backed_up"]]);
});

test("KEY-01 passkeys stay while the owner of a closed account can come back, and are erased with it", async () => {
  const { name: username, token } = await newPerson(service);
  const device = await addPasskey(service, token);
  expect(outcomeOf(await service.post("user/close/", { account_name: username, password }, token))).toBe("200");
  // The ended session still says why it ended.
  expect(outcomeOf(await service.post("user/", {}, token))).toBe("401 30003");
  const held = async (): Promise<number> => {
    const { rows } = await service.database.pool.query("select from passkeys where credential_id = $1", [
      Buffer.from(device.credentialId, "base64url"),
    ]);
    return rows.length;
  };
  expect(await held()).toBe(1);
  service.clock.advance(61 * 86_400);
  await service.sweep("erase-accounts");
  await service.work();
  expect(await held()).toBe(0);
});

import type { Role } from "@foyer/contract/authority";
import type { Endpoint } from "@foyer/contract/endpoint";
import { accountsEndpoints } from "@foyer/contract/endpoints";
import type { StaffRight } from "@foyer/domain/staff-rights";
import { expectAuthority, expectOnlyTable } from "@foyer/testing/authority";
import { afterAll, describe, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, openSessions } from "./testing/factories.ts";
import { confirmedSignUp } from "./testing/mails.ts";
import { type Answer, serviceCredential, startAccounts } from "./testing/test-accounts.ts";

/** The account of each role. The person holds a seat of the license and manages another one. */
const players: Readonly<Partial<Record<Role, string>>> = {
  person: "hugo",
  "its manager": "maria",
  "staff read": "reader",
  "staff support": "helper",
  "staff billing": "biller",
  "staff admin": "chief",
};

const activation = { counts: "seat", limit: 3, offlineDays: 30, freesPer30Days: 3, byKey: true } as const;
const product = { name: "Outliner", code: "OUTLINE", supportedVersion: 5, activation };
const service = await startAccounts({ brand: { products: [product] } });
afterAll(() => service.close());
await makeAccounts(service, ...Object.values(players), "otto");
await makeLicense(service, { id: "team", owners: ["maria"], total_seats: 20, key: "KEY-1" });
await makeLicense(service, { id: "other", owners: ["hugo"] });
await makeSeats(service, "team", "hugo", "open@example.com");
for (const [role, username] of Object.entries(players)) {
  const right = role.startsWith("staff ") ? (role.slice("staff ".length) as StaffRight) : null;
  if (right === null) continue;
  await service.database.kysely
    .updateTable("accounts")
    .set({ is_staff: true, staff_rights: [right] })
    .where("username", "=", username)
    .execute();
}

const fingerprint = "fingerprint-of-a-device";
const { body: keyed } = await service.post("activations/", { license_key: "KEY-1", fingerprint });
const activationId: string = keyed.activation.id;

let signUps = 0;
/** A new token each time, because some of the calls end the calling session. */
async function tokenOf(role: Role): Promise<string | undefined> {
  if (role === "signed out") return undefined;
  if (role === "service") return serviceCredential;
  if (role === "activation token") return keyed.activation_token;
  if (role === "signing up") return confirmedSignUp(service, `signing-up-${signUps++}@example.com`);
  return (await openSessions(service, players[role] ?? ""))[0];
}

const values: Readonly<Record<string, string>> = { id: "team", username: "otto", activation: activationId };
const addressOf = ({ path }: Endpoint): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? "none");

/** A body that selects this call among those of its path and that every one of them refuses. */
const choosers: Readonly<Record<string, Record<string, unknown>>> = {
  completeSignUp: { new_account_name: 1 },
  changePassword: { old_password: 1 },
  changeEmail: { new_email_address: 1 },
  confirmSignUpKey: { confirm_key: 1 },
  releaseSeats: { release: 1 },
  activateByKey: { license_key: 1 },
  makeMachineFile: { days: 1, fingerprint },
};

async function ask(endpoint: Endpoint, role: Role): Promise<Answer> {
  const token = await tokenOf(role);
  const body = endpoint.method === "GET" ? undefined : (choosers[endpoint.name] ?? {});
  return service.call(endpoint.method, addressOf(endpoint), { token, body });
}

describe("R-38 every route by every role", () => {
  test.each(accountsEndpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
    "R-38 ROLE-01 ROLE-02 ROLE-03 ROLE-04 %s answers each role as the table says",
    (_name, endpoint) => expectAuthority(endpoint, ask),
  );
});

test("R-38 ROLE-05 every route of the table exists, and no other path is open", async () => {
  await expectOnlyTable(accountsEndpoints, "/api/1.1", async (app) => {
    for (const { plugin } of service.services) await app.register(plugin);
  });
});

describe("R-32 unfinished sign-ups", () => {
  test("R-32 ROLE-01 no call works before the address is confirmed and the account is created, nor with a used key", async () => {
    const token = await confirmedSignUp(service, "not-yet@example.com");
    const working: string[] = [];
    for (const endpoint of accountsEndpoints.filter(({ access }) => access !== "open")) {
      const body = endpoint.method === "GET" ? undefined : {};
      const answer = await service.call(endpoint.method, addressOf(endpoint), { token, body });
      if (answer.status < 400) working.push(endpoint.name);
    }
    expect(working).toEqual([]);
    const seats = await service.database.kysely.selectFrom("seats").select("reference").execute();
    const reference = seats.find((seat) => seat.reference !== null)?.reference;
    expect((await service.post("user/accept_invite/new/", { reference_id: reference }, token)).body.code).toBe(1002);
  });
});

describe("R-41 customers of the payment provider", () => {
  test("R-41 R-42 no field in any body links an account to a customer, or changes its rights, name or address", async () => {
    const [token] = await openSessions(service, "otto");
    const ofOthers = { id: "acc_1", omni_id: "acc_1", customer_id: ["cus_maria"], customer_ids: ["cus_maria"] };
    const rights = { is_staff: true, staff_rights: ["admin"], account_state: 100, role: "admin", verified: true };
    const names = { username: "maria", email: "maria@example.com", password_hash: "x", owners: ["otto"], seats: 99 };
    const forged = { ...ofOthers, ...rights, ...names };
    const row = () =>
      service.database.kysely.selectFrom("accounts").selectAll().where("username", "=", "otto").executeTakeFirst();
    const before = await row();
    for (const endpoint of accountsEndpoints.filter(({ access, method }) => access === "person" && method === "POST")) {
      await service.call("POST", addressOf(endpoint), { token, body: forged });
    }
    await service.post("internal/customers/", { omni_id: "acc_1", customer_id: "cus_maria" }, token);
    const { body } = await service.post("user/", {}, token);
    expect(body.userinfo).toMatchObject({ customer_id: [], is_staff: false });
    expect(await row()).toEqual(before);
  });
});

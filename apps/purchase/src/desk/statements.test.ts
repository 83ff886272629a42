import { addressKey } from "@foyer/domain/addresses";
import { caseCount } from "@foyer/testing/random-cases";
import { expect, test } from "vitest";
import { deskCalls, hiddenIn, newNetwork, unescaped } from "../testing/desk.ts";
import type { Json } from "../testing/provider.ts";
import { sales, testWorld } from "../testing/purchase-world.ts";
import { makePerson, makeSubscriber } from "../testing/subscribers.ts";

const desk = { countries: "all" as const, timeZone: "Europe/Berlin" };
const world = testWorld({ sales: { ...sales, consumerDesk: desk } });
const { send, get, review, state, mailsTo } = deskCalls(world);

const listed = async (id?: string): Promise<Json[]> => {
  const staff = await makePerson(world, undefined, ["read"]);
  const { statements } = (await world.call(staff, "GET", "admin/statements/")).body;
  return id === undefined ? statements : statements.filter((one: Json) => one.id === id);
};

const typed = (no: number) => ({ name: "Ada", reference: `a${no}@x.example`, receiptTo: `a${no}@x.example` });

test('DESK-01 without the brand\'s setting there is no page, and with "off" there is none either', async () => {
  const off = await world.another({ sales: { ...sales, consumerDesk: { countries: "off" } } });
  const none = await world.another({ sales });
  for (const { origin } of [off, none]) {
    for (const path of ["/withdraw", "/cancel"]) expect((await fetch(`${origin}${path}`)).status).toBe(404);
  }
});

test("DESK-01 DESK-02 a form asks for four things only, has no script, and links to both pages in the law's words", async () => {
  for (const kind of ["withdraw", "cancel"] as const) {
    const { status, text, headers } = await get(`/${kind}`);
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(text).not.toMatch(/<script|captcha|password/i);
    const names = [...text.matchAll(/<(?:input|textarea)\s[^>]*?name="(\w+)"/g)].map(([, name]) => name);
    const more = kind === "cancel" ? ["when", "when", "goodCause"] : [];
    expect(names).toEqual(["name", "reference", "contract", "receiptTo", ...more]);
    expect(text).toMatch(/<a href="\/withdraw">Withdraw from contract here<\/a>/);
    expect(text).toMatch(/<a href="\/cancel">Cancel contracts here<\/a>/);
  }
});

test("DESK-01 for a signed-in person all known data is filled in, and only for her browser", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  await world.provider("POST", `customers/${who.customer}`, { name: "Paula <Payer>" });
  const cookie = `foyer-portal-desk-cancel=${who.person}`;
  const { text } = await get("/cancel", { cookie });
  const valueOf = (name: string) => new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(text)?.[1];
  expect(["name", "reference", "contract", "receiptTo"].map(valueOf)).toEqual([
    "Paula &lt;Payer&gt;",
    `${who.person}@example.com`,
    `Outlinear 5, license ${who.license}`,
    `${who.person}@example.com`,
  ]);
  for (const headers of [{}, { cookie: "foyer-portal-desk-cancel=nobody" }])
    expect((await get("/cancel", headers)).text).not.toContain(who.person);
  world.accounts.isDown = true;
  expect((await get("/cancel", { cookie })).status).toBe(200);
  world.accounts.isDown = false;
});

test("DESK-02 nothing happens before the click on Confirm withdrawal; two clicks and two tabs on one page are one statement", async () => {
  const before = (await listed()).length;
  const fields = await review("withdraw", typed(1));
  await world.settle();
  expect([(await listed()).length, mailsTo("a1@x.example")]).toEqual([before, []]);
  const clicks = await Promise.all([1, 2, 3].map(() => send("/withdraw/confirm", fields)));
  world.moveClock(5);
  const late = await send("/withdraw/confirm", fields);
  expect(new Set([...clicks, late].map(({ text }) => text)).size).toBe(1);
  await world.settle();
  expect([(await listed()).length, mailsTo("a1@x.example").length]).toEqual([before + 1, 1]);
  // The page of one statement cannot replace or hide another.
  const other = await send("/withdraw/confirm", { ...fields, name: "Eve" });
  expect(other.text).toContain("Eve");
  expect((await listed()).length).toBe(before + 2);
  expect((await listed(fields["id"]))[0]).toMatchObject({ name: "Ada" });
});

test("DESK-02 what was typed can be changed before, and faults are named at their fields", async () => {
  const fields = await review("cancel", { ...typed(2), when: "now", goodCause: "It's gone" });
  const changed = await send("/cancel", { ...fields, change: "1" });
  expect(changed.text).toMatch(/value="now"\s+checked/);
  expect(changed.text).toContain("It&#39;s gone</textarea>");
  const wrong = await send("/withdraw/confirm", { name: " ", reference: "x", contract: "y", receiptTo: "no address" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Enter your name.");
  expect(wrong.text).toMatch(/aria-describedby="receiptTo-fault receiptTo-hint"\s+aria-invalid="true"/);
  const from = await send("/withdraw/confirm", await review("withdraw", typed(2)), { "sec-fetch-site": "cross-site" });
  expect(from.text).toContain("Confirm withdrawal");
});

test("DESK-03 the receipt has the content and the time to the second, on the page, as a file and by mail", async () => {
  const form = {
    name: "Zoë O'Neil",
    reference: "ORDER-77",
    contract: "Outlinear < 5 & more",
    receiptTo: "zoe@x.example",
  };
  const { text } = await state("withdraw", form);
  const at = world.clock.now().toISOString().slice(0, 19).replace("T", " ");
  expect(text).toContain(`${at} UTC`);
  expect(text).toMatch(/\d\d:\d\d:\d\d \(Europe\/Berlin\)/);
  expect(text).toContain("Zoë O&#39;Neil");
  expect(text).toContain("Outlinear &lt; 5 &amp; more");
  const file = decodeURIComponent(unescaped(/href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(text)?.[1] ?? ""));
  const [mail] = mailsTo("zoe@x.example");
  expect(mail?.subject).toBe("Receipt of your withdrawal");
  for (const shown of [file, mail?.text])
    for (const part of ["Zoë O'Neil", "ORDER-77", "Outlinear < 5 & more", `${at} UTC`]) expect(shown).toContain(part);
  expect(mail?.text).toContain("https://account.example/withdraw");
});

test("DESK-03 known and unknown orders get the same answer, and no answer waits for the search", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  const general = (text: string) =>
    text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID").replaceAll(/\d{4}-\d\d-\d\d[ %\d:A-F]+/g, "TIME");
  // The provider fails, so the answer cannot depend on a known order.
  world.sandbox.setFaults([{ kind: "error_500", when: "before", path: "", times: 1_000 }]);
  const answers: string[] = [];
  for (const reference of [`${who.person}@example.com`, "nobody@example.com", who.license, "lic-unknown"]) {
    const form = { name: "Ada", contract: "c", receiptTo: "same@x.example", reference: "same-length-reference" };
    const shown = await send("/withdraw", { ...form, reference });
    const { text, status } = await send("/withdraw/confirm", hiddenIn(shown.text));
    answers.push(
      `${status} ${general(text).replaceAll(reference, "REF").replaceAll(encodeURIComponent(reference), "REF")}`,
    );
  }
  world.sandbox.setFaults([]);
  expect(new Set(answers).size).toBe(1);
});

test("DESK-03 F1 a statement whose process died before the mail is mailed later, once", async () => {
  const fields = await review("withdraw", typed(3));
  expect((await send("/withdraw/confirm", fields)).status).toBe(200);
  // The process that answered runs no jobs. Another one does.
  expect(mailsTo("a3@x.example")).toEqual([]);
  expect((await listed(fields["id"]))[0]).toMatchObject({ state: "looking" });
  await world.settle();
  await world.settle();
  expect(mailsTo("a3@x.example")).toHaveLength(1);
  expect((await listed(fields["id"]))[0]).toMatchObject({ state: "waiting", reason: "no_match" });
});

test("DESK-07 above 5 statements an hour of an address or 20 of a network they are stored, queued and mailed to nobody", async () => {
  const ids: string[] = [];
  for (let no = 0; no < 7; no++) ids.push((await state("withdraw", { ...typed(4), reference: "Victim@X.example" })).id);
  const reasons = await Promise.all(ids.map(async (id) => (await listed(id))[0]?.reason));
  expect(reasons).toEqual([...Array(5).fill("no_match"), "limited", "limited"]);
  expect(mailsTo("a4@x.example")).toHaveLength(3);
  const network = { "x-forwarded-for": newNetwork() };
  const many: string[] = [];
  for (let no = 0; no < 22; no++) many.push((await state("cancel", typed(100 + no), network)).id);
  const held = await Promise.all(many.map(async (id) => (await listed(id))[0]?.reason));
  expect(held).toEqual([...Array(20).fill("no_match"), "limited", "limited"]);
  expect(mailsTo("a121@x.example")).toEqual([]);
  // An hour later the address counts anew; its three mails of the day stay.
  world.moveClock(3_601);
  const { id } = await state("withdraw", { ...typed(4), reference: "Victim@X.example" });
  expect((await listed(id))[0]?.reason).toBe("no_match");
  expect(mailsTo("a4@x.example")).toHaveLength(3);
  world.moveClock(86_400);
  await state("withdraw", typed(4));
  expect(mailsTo("a4@x.example")).toHaveLength(4);
});

test("DESK-07 text of programs is kept for staff and mailed to nobody", async () => {
  const { id } = await state("withdraw", { ...typed(5), name: "Win at http://evil.example now" });
  expect((await listed(id))[0]).toMatchObject({ reason: "suspicious" });
  expect(mailsTo("a5@x.example")).toEqual([]);
});

/** Returns a broken body, another one for each number. */
function broken(no: number): { readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string } {
  const form = "application/x-www-form-urlencoded";
  const text = `${no}%`.repeat((no % 7) + 1);
  const bodies = [
    { body: `name=${text}&reference=%ff%fe&contract=x&receiptTo=v${no}@victim.example`, type: form },
    { body: JSON.stringify({ name: "x", receiptTo: `v${no}@victim.example` }), type: "application/json" },
    { body: `name=%00%01&reference=%00&contract=%e2%80%ae&receiptTo=v${no}@victim.example`, type: form },
    { body: `receiptTo=v${no}@victim.example`, type: form },
    { body: `${"a=1&".repeat(200)}receiptTo=v${no}@victim.example`, type: form },
    { body: `name[]=x&name[]=y&receiptTo=v${no}@victim.example,w@victim.example&reference=1&contract=2`, type: form },
    { body: `name=a&reference=b&contract=c&receiptTo=v${no}@victim.example%0d%0abcc:x@victim.example`, type: form },
    { body: new Uint8Array([0xff, 0xfe, no & 255, 0]), type: form },
    {
      body: `name=${"x".repeat(300)}&reference=r&contract=c&receiptTo=v${no}@victim.example`,
      type: "multipart/form-data",
    },
    { body: `id=${"0".repeat(40)}&name=${"%F0%9F%98%80".repeat(60)}&receiptTo=v${no}@victim.example`, type: form },
  ];
  return bodies[no % bodies.length] ?? { body: "", type: "" };
}

/** Malformed forms to each page; 10,000 at full size. */
const FORMS = caseCount("DESK_FORMS", { usual: 300, torture: 10_000 });

test(
  "DESK-07 malformed forms to each page: no 5xx, nothing stored, no mail to strangers",
  { timeout: 300_000 },
  async () => {
    const before = (await listed()).length;
    const statuses = new Map<number, number>();
    const paths = ["/withdraw", "/withdraw/confirm", "/withdraw/order", "/cancel", "/cancel/confirm", "/cancel/order"];
    let next = 0;
    async function sendSome(): Promise<void> {
      while (next < FORMS * 2) {
        const no = next++;
        const { body, type } = broken(Math.floor(no / 6));
        const { status, body: answer } = await fetch(`${world.origin}${paths[no % 6]}`, {
          method: "POST",
          headers: { "content-type": type, "x-forwarded-for": newNetwork() },
          body,
        });
        await answer?.cancel();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    await Promise.all(Array.from({ length: 16 }, sendSome));
    await world.settle();
    expect([...statuses.keys()].toSorted((one, other) => one - other)).toEqual([400, 410, 422]);
    expect([(await listed()).length, world.mails.filter(({ to }) => to.includes("victim"))]).toEqual([before, []]);
  },
);

test("DESK-06 the service can neither change nor delete a statement, and nobody without the right sees one", async () => {
  const { id } = await state("withdraw", { ...typed(6), receiptTo: "A6@bücher.example" });
  const { kysely } = world.service.database;
  await expect(kysely.updateTable("desk_statements").set({ name: "x" }).execute()).rejects.toThrow(/permission denied/);
  await expect(kysely.deleteFrom("desk_statements").execute()).rejects.toThrow(/permission denied/);
  expect((await listed(id))[0]).toMatchObject({ name: "Ada", due: expect.any(String) });
  expect(addressKey("A6@bücher.example")).toBe("a6@xn--bcher-kva.example");
  const person = await makePerson(world);
  expect((await world.call(person, "GET", "admin/statements/")).status).toBe(404);
  const decide = { decision: "close", reason: "r" };
  for (const rights of [["read"], ["support"]]) {
    const staff = await makePerson(world, undefined, rights);
    expect((await world.call(staff, "POST", `admin/statements/${id}/decide/`, decide)).status).toBe(404);
  }
});

import { parseCsv } from "@foyer/domain/csv";
import { beforeAll, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeBuyer, makeSubscriber, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";
import { zipEntries } from "../testing/zip-entries.ts";

const world = testWorld();
let other: { origin: string };
beforeAll(async () => {
  other = await world.another();
});

const DAY = 86_400;
const papers = (who: Pick<Subscriber, "person" | "customer">, query = "", at?: string) =>
  world.call(who.person, "GET", `customer/${who.customer}/documents${query}`, undefined, {}, at);

const { stage, create, invoicesOf } = subscriptionCalls(world);
async function addSeats(who: Subscriber, quantity: number): Promise<void> {
  expect((await stage(who, { plan: MONTHLY, quantity })).status).toBe(200);
  expect((await create(who)).status).toBe(200);
}

test("DOC-06 DOC-08 DOC-09 invoices, receipts, credit notes and refunds stand in one list, with lines in words", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 25, taxPercent: 20 });
  const [{ id: first, number }] = await invoicesOf(who);
  const credit = { amount: 1_200, refund_amount: 1_000, credit_amount: 200 };
  await world.provider("POST", "credit_notes", { invoice: first, ...credit });
  const answer = await papers(who, "", other.origin);
  expect([answer.status, answer.body.has_more, answer.body.cursor]).toEqual([200, false, null]);
  const { documents } = answer.body;
  expect(documents.map(({ kind }: Json) => kind).toSorted()).toEqual(["credit_note", "invoice", "receipt", "refund"]);
  const of = (kind: string): Json => documents.find((paper: Json) => paper.kind === kind);
  const start = Date.UTC(2026, 10, 1) / 1_000;
  expect(of("invoice")).toEqual({
    id: first,
    kind: "invoice",
    number,
    date: start,
    status: "paid",
    license: who.license,
    seats: 25,
    period: { start, end: Date.UTC(2027, 10, 1) / 1_000 },
    currency: "usd",
    reference: null,
    net: 250_000,
    tax: 50_000,
    tax_rates: [{ id: expect.any(String), display_name: "VAT", percentage: 20, inclusive: false }],
    total: 300_000,
    lines: ["Outlinear 5: 25 seats, Nov 01, 2026 to Nov 01, 2027"],
    pdf: expect.stringMatching(/\/pdf$/),
    page: expect.stringContaining(first),
  });
  expect(of("receipt")).toMatchObject({
    id: `${first}:receipt`,
    number,
    net: null,
    tax: null,
    total: 300_000,
    pdf: null,
  });
  expect(of("credit_note")).toMatchObject({
    number: `${number}-CN-01`,
    net: -1_000,
    tax: -200,
    total: -1_200,
    license: who.license,
    status: "issued",
  });
  expect(of("credit_note").pdf).toMatch(/credit_notes\/cn_\w+\/pdf$/);
  expect(of("refund")).toMatchObject({ total: -1_000, status: "refunded", number: `${number}-CN-01` });
});

test("DOC-06 credit notes carry net, tax and rate of what they correct, and no amount counts twice (FAULT-49)", async () => {
  for (const taxInclusive of [false, true]) {
    const who = await makeSubscriber(world, { quantity: 1, taxPercent: 19, taxInclusive });
    const [invoice] = await invoicesOf(who);
    for (const amount of [333, 99, invoice.total - 432]) {
      await world.provider("POST", "credit_notes", { invoice: invoice.id, amount, refund_amount: amount });
    }
    const { documents } = (await papers(who)).body;
    const notes = documents.filter(({ kind }: Json) => kind === "credit_note");
    expect(notes).toHaveLength(3);
    const rate = { display_name: "VAT", percentage: 19, inclusive: taxInclusive };
    for (const { net, tax, total, tax_rates: rates } of notes) {
      expect([net + tax, Math.abs(tax - (total * 19) / 119) <= 1, rates]).toEqual([
        total,
        true,
        [expect.objectContaining(rate)],
      ]);
    }
    const sumOf = (name: string): number => documents.reduce((sum: number, paper: Json) => sum + (paper[name] ?? 0), 0);
    expect([sumOf("net"), sumOf("tax")]).toEqual([0, 0]);
    const entries = zipEntries((await download(who.person, who.customer, (await archiveOf(who, 2026)).id)).body);
    const [head = [], ...rows] = parseCsv(entries.get("index.csv")?.toString() ?? "");
    const column = (name: string): number =>
      rows.reduce((sum, row) => sum + Math.round(Number(row[head.indexOf(name)] ?? 0) * 100), 0);
    expect(["Net", "Tax", "Total", "Paid"].map(column)).toEqual([0, 0, 0, 0]);
    expect(rows.filter((row) => row[head.indexOf("Tax rate")] === "VAT 19%")).toHaveLength(4);
  }
});

test("DOC-09 each line of a change says product, seats and period, also of an invoice that this service makes", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await addSeats(who, 5);
  const { documents } = (await papers(who)).body;
  const [change] = documents.filter(({ kind, lines }: Json) => kind === "invoice" && lines.length === 2);
  expect(change.lines).toEqual([
    expect.stringMatching(/^Outlinear 5: credit for 3 seats, Nov 01, 2026 to Dec 01, 2026$/),
    expect.stringMatching(/^Outlinear 5: 5 seats, Nov 01, 2026 to Dec 01, 2026$/),
  ]);
  expect([change.seats, change.license]).toEqual([5, who.license]);
});

test("DOC-06 DOC-08 the list can be read page by page, by year and by license; each paper comes once, newest first", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  for (let month = 0; month < 3; month++) await world.advance(31 * DAY);
  const all = (await papers(who, "?limit=100")).body.documents;
  expect(all.length).toBe(8);
  const paged: Json[] = [];
  for (let cursor = ""; ;) {
    const page = await papers(who, `?limit=3${cursor}`, paged.length % 2 ? other.origin : world.origin);
    expect(page.status).toBe(200);
    paged.push(...page.body.documents);
    if (!page.body.has_more) break;
    cursor = `&cursor=${page.body.cursor}`;
  }
  expect(paged).toEqual(all);
  const dates = all.filter(({ kind }: Json) => kind === "invoice").map(({ date }: Json) => date);
  expect(dates).toEqual(dates.toSorted((one: number, two: number) => two - one));
  const inYear = async (year: number): Promise<number> => (await papers(who, `?year=${year}`)).body.documents.length;
  expect([await inYear(2026), await inYear(2027), await inYear(2025)]).toEqual([4, 4, 0]);
  expect((await papers(who, `?license=${who.license}`)).body.documents).toEqual(all);
  expect((await papers(who, "?license=lic-of-nobody")).body.documents).toEqual([]);
});

test("DOC-08 a cursor of another customer or of nobody, or a year that is none, is refused and names its field (FAULT-47)", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  const bad = [
    "nonsense",
    Buffer.from('{"invoices":5}').toString("base64url"),
    Buffer.from('{"invoices":"in_x"}').toString("base64url"),
  ];
  for (const cursor of bad) {
    const answer = await papers(who, `?cursor=${cursor}`);
    expect([answer.status, answer.body.code, answer.body.errors[0].field]).toEqual([422, 4_000, "cursor"]);
  }
  const thief = await makeSubscriber(world, { quantity: 1 });
  const theirs = (await papers(who, "")).body.documents.find(({ kind }: Json) => kind === "invoice");
  for (const name of ["invoices", "credit_notes", "anything"]) {
    const cursor = Buffer.from(JSON.stringify({ [name]: theirs.id })).toString("base64url");
    expect((await papers(thief, `?cursor=${cursor}`)).body.errors[0].field).toBe("cursor");
  }
  for (const year of ["x", "20", "12026"]) expect((await papers(who, `?year=${year}`)).status).toBe(422);
});

async function archiveOf(who: Pick<Subscriber, "person" | "customer">, year: number): Promise<Json> {
  const begun = await world.call(who.person, "POST", `customer/${who.customer}/archives`, { year });
  expect([begun.status, begun.body.archive.state]).toEqual([200, "building"]);
  await world.settle();
  const { archives } = (await world.call(who.person, "GET", `customer/${who.customer}/archives`)).body;
  return archives.find((one: Json) => one.year === year);
}

const download = (person: string, customer: string, id: string, at?: string) =>
  world.call(person, "GET", `customer/${customer}/archives/${id}/file`, undefined, {}, at);

test("DOC-07 DOC-20 a year's papers are one ZIP with an index, for 7 days, by mail and on the page, for its payer only", async () => {
  const who = await makeSubscriber(world, { quantity: 2, taxPercent: 10 });
  await world.provider("POST", `customers/${who.customer}`, {
    invoice_settings: { custom_fields: [{ name: "Reference", value: "=2+5+cmd|' /C calc'!A0" }] },
  });
  await addSeats(who, 4);
  const [{ id: invoice }] = await invoicesOf(who);
  await world.provider("POST", "credit_notes", { invoice, amount: 100, refund_amount: 100 });
  const year = world.clock.now().getUTCFullYear();
  const archive = await archiveOf(who, year);
  expect(archive).toMatchObject({ state: "ready", papers: 6, missing: 0 });
  const file = await download(who.person, who.customer, archive.id, other.origin);
  expect([file.headers.get("content-type"), file.headers.get("content-disposition")]).toEqual([
    "application/zip",
    `attachment; filename="papers-${year}.zip"`,
  ]);
  expect(file.body).toHaveLength(archive.bytes);
  const entries = zipEntries(file.body);
  const pdfs = [...entries].filter(([name]) => name.endsWith(".pdf"));
  expect(pdfs.map(([name]) => name.replace(/^[\d-]+-(\w+)-.*$/, "$1")).toSorted()).toEqual([
    "credit_note",
    "invoice",
    "invoice",
  ]);
  for (const [name, pdf] of pdfs) {
    expect(name).toMatch(/^[\w.-]+$/);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  }
  expect(entries.has("missing.txt")).toBe(false);
  const index = entries.get("index.csv")?.toString() ?? "";
  expect(index.startsWith("\uFEFF")).toBe(true);
  const [head = [], ...rows] = parseCsv(index);
  const listed = (await papers(who, `?year=${year}`)).body.documents;
  expect(rows).toHaveLength(listed.length);
  const column = (name: string): (string | undefined)[] => rows.map((row) => row[head.indexOf(name)]);
  const moneyOf = (isPayment: boolean): string[] =>
    listed.map(({ net, total }: Json) => ((net === null) === isPayment ? (total / 100).toFixed(2) : ""));
  expect([column("Total"), column("Paid")]).toEqual([moneyOf(false), moneyOf(true)]);
  expect(new Set(column("File").filter((name) => name !== ""))).toEqual(new Set(pdfs.map(([name]) => name)));
  expect(column("Reference")).toContain("'=2+5+cmd|' /C calc'!A0");
  const mail = world.mails.findLast(({ to }) => to === `${who.person}@example.com`);
  expect([mail?.subject, mail?.text]).toEqual([
    `Your Example papers of ${year} are ready`,
    expect.stringContaining(`https://account.example/papers?year=${year}`),
  ]);

  const thief = await makeBuyer(world, null);
  for (const customer of [who.customer, thief.customer]) {
    expect((await download(thief.person, customer, archive.id)).body).toMatchObject({ code: 2_004 });
  }
  await world.advance(6 * DAY);
  expect((await download(who.person, who.customer, archive.id)).status).toBe(200);
  world.moveClock(DAY + 60);
  expect((await download(who.person, who.customer, archive.id)).status).toBe(404);
  await world.sweep("drop-expired");
  expect((await world.call(who.person, "GET", `customer/${who.customer}/archives`)).body.archives).toEqual([]);
});

test("DOC-07 a paper that the provider does not give is named in missing.txt, and the others are there", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  await world.advance(31 * DAY);
  const [{ id, number }] = await invoicesOf(who);
  const refuse = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    typeof input === "string" && input.endsWith(`/${id}/pdf`)
      ? Promise.resolve(new Response("gone", { status: 404 }))
      : refuse(input, init);
  const archive = await archiveOf(who, world.clock.now().getUTCFullYear()).finally(() => {
    globalThis.fetch = refuse;
  });
  expect(archive).toMatchObject({ state: "ready", missing: 1 });
  const entries = zipEntries((await download(who.person, who.customer, archive.id)).body);
  expect(entries.get("missing.txt")?.toString()).toContain(`invoice ${number}`);
  expect(entries.get("index.csv")?.toString()).toContain(number);
});

test("DOC-07 twenty clicks on two instances make one archive, and the next one of the year replaces it", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  const year = world.clock.now().getUTCFullYear();
  const start = (at: string) => world.call(who.person, "POST", `customer/${who.customer}/archives`, { year }, {}, at);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => start(at % 2 ? other.origin : world.origin)));
  expect(new Set(answers.map(({ body }) => body.archive.id)).size).toBe(1);
  expect((await start(world.origin)).body.code).toBe(1_003);
  await world.settle();
  const ready = async (): Promise<Json[]> =>
    (await world.call(who.person, "GET", `customer/${who.customer}/archives`)).body.archives;
  expect(await ready()).toMatchObject([{ state: "ready", papers: 2 }]);
  expect(
    world.mails.filter(({ to, subject }) => to === `${who.person}@example.com` && subject.includes("papers")),
  ).toHaveLength(1);
});

test("DOC-07 a run that was cut off leaves nothing behind: the next one makes the whole file", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  const year = world.clock.now().getUTCFullYear();
  const db = world.service.database.kysely;
  const begun = await world.call(who.person, "POST", `customer/${who.customer}/archives`, { year });
  const { id } = begun.body.archive;
  const build = crypto.randomUUID();
  await db.updateTable("archives").set({ build, papers: 1 }).where("id", "=", id).execute();
  await db
    .insertInto("archive_pieces")
    .values({ archive_id: id, build, number: 0, bytes: Buffer.from("half") })
    .execute();
  expect((await download(who.person, who.customer, id)).status).toBe(404);
  await world.settle();
  const file = await download(who.person, who.customer, id, other.origin);
  expect(file.headers.get("content-length")).toBe(String(file.body.length));
  expect([...zipEntries(file.body).keys()]).toEqual([expect.stringMatching(/\.pdf$/), "index.csv"]);
  expect(await db.selectFrom("archive_pieces").select("build").where("build", "=", build).execute()).toEqual([]);
});

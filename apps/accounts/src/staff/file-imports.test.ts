import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { makeAccounts, signIn } from "../testing/factories.ts";
import { testAccounts } from "../testing/test-accounts.ts";
import type { FileImporter } from "./file-importer.ts";

const counts = { account: 0, license: 0, seat: 0, license_key: 0, upgrade: 0, subscription: 0 };
const fault = { line: 3, field: "total_seats", message: "0 is not an integer from 1 to 2200" };
/** Replaces the importer of the composition root; the file's text selects the result. */
const fileImporter: FileImporter = {
  judge: async (file) => {
    const faults = new TextDecoder().decode(file) === "faulty" ? [fault] : [];
    return { faults, imported: { ...counts, account: 2 }, skipped: counts, passwords: 2, cards: 1 };
  },
  load: async (file, options) => {
    if (new TextDecoder().decode(file) === "breaks") throw new Error("out of paper");
    options.onHashed(2);
    return service.database.kysely.transaction().execute((tx) =>
      options.around(tx, async () => {
        await sql`insert into accounts (id, username, email, email_key, created_at)
          values ('acc_new', 'new', 'new@example.com', 'new@example.com', now())`.execute(tx);
        return { imported: { ...counts, account: 2 }, skipped: counts };
      }, ["new"]),
    );
  },
};

const service = testAccounts({ fileImporter });
let staff: string;
beforeAll(async () => {
  await makeAccounts(service, { username: "chief", is_staff: true });
  staff = (await signIn(service, "chief")).access;
});

const start = (file: string, more: object = {}) =>
  service.post("admin/imports/", { file, name: "team.jsonl", reason: "Ticket 12", ...more }, staff);
const newest = async () => (await service.get("admin/imports/", staff)).body.imports[0];

test("ROLE-04 a preview counts the new rows and lists each fault; a file with faults is not started", async () => {
  const preview = await service.post("admin/imports/check/", { file: "fine" }, staff);
  expect(preview.body).toEqual({
    imported: { ...counts, account: 2 },
    skipped: counts,
    cards: 1,
    faults: [],
    fault_count: 0,
  });
  const faulty = await service.post("admin/imports/check/", { file: "faulty" }, staff);
  expect(faulty.body).toMatchObject({ faults: [fault], fault_count: 1 });
  const refused = await start("faulty");
  expect([refused.status, refused.body.code]).toEqual([422, 4000]);
  expect(refused.body.errors[0]).toMatchObject({ field: "3: total_seats", message: expect.stringContaining("Line 3") });
  expect(await newest()).toBeUndefined();
});

test("ROLE-04 R-80 a loaded file is recorded with its reason and the counts before and after, in one transaction", async () => {
  const begun = await start("fine");
  expect(begun.body).toMatchObject({ state: "running", file: "team.jsonl", staff: "chief", passwords: 2, hashed: 0 });
  await vi.waitFor(async () => expect(await newest()).toMatchObject({ state: "done", hashed: 2, error: null }));
  expect((await newest()).imported).toMatchObject({ account: 2 });
  const [act] = (await service.get("admin/acts/", staff)).body.acts;
  expect(act).toMatchObject({ staff: "chief", act: "file.import", target: "import:team.jsonl", reason: "Ticket 12" });
  expect([act.before.accounts, act.after.accounts]).toEqual([1, 2]);
});

test("a failed file is shown as failed without an act, and a file of a crashed process as interrupted", async () => {
  // The list is ordered by start time, and the test clock does not advance by itself.
  service.clock.advance(1);
  await start("breaks");
  await vi.waitFor(async () => expect(await newest()).toMatchObject({ state: "failed", imported: null }));
  expect((await newest()).error).toContain("nothing was loaded");
  expect((await service.get("admin/acts/", staff)).body.acts).toHaveLength(1);
  await service.database.kysely
    .updateTable("file_imports")
    .set({ state: "running", seen_at: sql<Date>`clock_timestamp() - interval '31 seconds'` })
    .where("state", "=", "failed")
    .execute();
  expect((await newest()).state).toBe("interrupted");
});

test("R-18 loading a file requires the password again when the last proof is older than five minutes", async () => {
  service.clock.advance(301);
  expect((await start("fine")).body.code).toBe(2002);
  expect((await start("fine", { password: "not this one" })).body.code).toBe(3022);
  expect((await service.post("admin/imports/check/", { file: "fine" }, staff)).status).toBe(200);
});

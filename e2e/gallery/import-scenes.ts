import type { FileImport, ImportPreview } from "@foyer/contract/staff-imports";
import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";
import { manager } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const counts = { account: 118, license: 12, seat: 96, license_key: 0, upgrade: 0, subscription: 7 };
const none = { account: 0, license: 0, seat: 0, license_key: 0, upgrade: 0, subscription: 0 };

const preview: ImportPreview = {
  imported: counts,
  skipped: { ...none, account: 4 },
  cards: 7,
  faults: [],
  fault_count: 0,
};

const faulty: ImportPreview = {
  ...preview,
  faults: [
    { line: 3, field: "total_seats", message: "0 is not an integer from 1 to 2200" },
    {
      line: 17,
      field: "owners",
      message: '"maren" is no account; name one of this file or of the database, or add its line',
    },
  ],
  fault_count: 140,
};

const done: FileImport = {
  id: "imp_2",
  staff: "frank",
  file: "birchworks.jsonl",
  started: "2026-11-20T09:31:12Z",
  state: "done",
  passwords: 118,
  hashed: 118,
  imported: counts,
  skipped: { ...none, account: 4 },
  error: null,
};

const imports: FileImport[] = [
  { ...done, id: "imp_3", file: "reed.jsonl", state: "running", hashed: 40, imported: null, skipped: null },
  done,
  { ...done, id: "imp_1", file: "oak.jsonl", state: "interrupted", imported: null, skipped: null },
];

const replies: Replies = {
  readUser: {
    userinfo: { ...manager, username: "frank", is_staff: true, staff_rights: ["admin"], second_factor: true },
  },
  staffListImports: { imports },
};

async function previewing(page: Page): Promise<void> {
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name: "birchworks.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from("# as the scene says"),
  });
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("birchworks.jsonl").first().waitFor();
}

const base = { signedIn: true, path: "/admin/import", ready: shows("Interrupted") };

/** Loading a file, step by step. */
export const importScenes: readonly Scene[] = [
  { ...base, name: "admin-import", replies },
  { ...base, name: "import-faults", replies: { ...replies, staffCheckImport: faulty }, act: previewing },
  { ...base, name: "import-review", replies: { ...replies, staffCheckImport: preview }, act: previewing },
];

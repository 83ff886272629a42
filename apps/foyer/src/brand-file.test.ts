import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { accentTokens, markTokens } from "@foyer/domain/accent";
import { portalBrandOf } from "@foyer/contract/portal-brand";
import { afterAll, expect, test } from "vitest";
import { brand as demo } from "../../../brand/fernhill.ts";
import { confirmKeyMail } from "../../../packages/mail/src/account.ts";
import { loadBrand } from "./brand-file.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-brand-"));
afterAll(() => rm(folder, { recursive: true }));

/** The demo's brand as another vendor writes it. */
async function acme() {
  const text = JSON.stringify(demo).replaceAll("Fernhill", "Acme").replaceAll("fernhill", "acme");
  const file = path.join(folder, "brand.ts");
  await writeFile(file, `export const brand = { ...${text}, accent: "#7b2d8b", mark: "Ac" };\n`);
  return await loadBrand(file, true);
}

test("LOOK-24 a vendor's file changes name, color and mark in the portal and the mails, and leaves none of the demo's", async () => {
  const brand = await acme();
  const portal = portalBrandOf(brand);
  expect(portal).toMatchObject({ provider: "Acme", company: "Acme Software", accent: "#7b2d8b", mark: "Ac" });
  expect(markTokens(brand.mark)).toEqual({ "--mark": `"Ac"`, "--mark-foot": "0" });
  expect(accentTokens(brand.accent)?.["--accent"]).toContain("rgb(123 45 139)");
  const mail = confirmKeyMail(brand, { key: "ABCD-EFGH", minutes: 60 });
  expect(mail.html).toContain('bgcolor="#7b2d8b"');
  expect(mail.html).toMatch(/color:#ffffff"\s*>\s*Ac\s*<\/td>/);
  expect(mail.text).toContain("Sent by Acme Software");
  expect(JSON.stringify([portal, mail])).not.toMatch(/fernhill/i);
});

test("LOOK-24 a fault of the file ends the start with a line that names its field", async () => {
  const file = path.join(folder, "faulty.ts");
  await writeFile(file, `export const brand = { ...${JSON.stringify(demo)}, accent: "green", slogan: "Grow" };\n`);
  await expect(loadBrand(file, true)).rejects.toThrow(/^BRAND_FILE: .*faulty.ts: accent: must be a color/m);
  await expect(loadBrand(file, true)).rejects.toThrow(/slogan/);
});

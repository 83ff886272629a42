import { normalizeAccountName } from "@foyer/domain/account-name";
import { type ExportFolder, Lookup, type Tables } from "./export-folder.ts";
import type { ExportRow } from "./export-rows.ts";
import type { ConvertReport } from "./convert-report.ts";
import type { MovedLines } from "./moved-lines.ts";

/** A table of our own, for shops without a converter and for systems of the vendor's own. */
export const plainCsvTables: Tables = {
  licenses: {
    required: { email: ["address", "customer_email"], product: ["shop_product", "product_id"] },
    optional: {
      id: ["license_id"],
      key: ["license_key"],
      username: [],
      password_hash: [],
      seats: ["quantity"],
      activation_limit: [],
      status: [],
      expires_at: ["expires"],
      bought_at: ["created_at"],
    },
    ignored: ["name"],
  },
  devices: {
    required: { id: ["device_id"], license: ["license_id", "key", "license_key"], fingerprint: [] },
    optional: { name: [], platform: [], created_at: [], last_seen: [] },
    ignored: [],
  },
};

/** Values of `status` of licenses that are taken. */
const LIVE = ["", "active", "paid", "expired"];

/** Takes a license from each row, then the devices. */
export function convertPlainCsv(
  folder: ExportFolder,
  moved: MovedLines,
  report: ConvertReport,
  digest: (text: string) => string,
): void {
  folder.require("licenses");
  const ids = new Lookup<string>();
  for (const row of folder.rows("licenses")) takeLicense(row, ids, moved, report, digest);
  for (const row of folder.rows("devices")) {
    moved.device({
      place: row,
      id: row.get("id"),
      license: ids.find(row.get("license")) ?? row.get("license"),
      fingerprint: row.get("fingerprint"),
      name: row.get("name"),
      platform: row.get("platform"),
      created: row.get("created_at"),
      seen: row.get("last_seen"),
    });
  }
}

function takeLicense(
  row: ExportRow,
  ids: Lookup<string>,
  moved: MovedLines,
  report: ConvertReport,
  digest: (text: string) => string,
): void {
  const key = row.get("key");
  const status = row.get("status").toLowerCase();
  if (!LIVE.includes(status)) return report.leftOut(row, `its status is ${status}`);
  if (key + row.get("id") === "") return report.leftOut(row, "it has neither a key nor an id");
  // Ids stand in addresses of pages, where a key must not.
  const id = row.get("id") || `key-${digest(key).slice(0, 22)}`;
  if (key !== "") ids.add(key, row, id);
  moved.sale({
    place: row,
    id,
    address: row.get("email"),
    products: [row.get("product")],
    productName: row.get("product"),
    key,
    seats: row.get("seats"),
    limit: row.get("activation_limit"),
    ends: row.get("expires_at"),
    bought: row.get("bought_at"),
    username: normalizeAccountName(row.get("username")),
    passwordHash: row.get("password_hash"),
  });
}

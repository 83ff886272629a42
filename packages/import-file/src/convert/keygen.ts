import { type ExportFolder, isTrue, Lookup, type Tables, words } from "./export-folder.ts";
import type { ExportRow } from "./export-rows.ts";
import type { ConvertReport } from "./convert-report.ts";
import type { MovedLines } from "./moved-lines.ts";

// The objects of Keygen's API, and CSV files with their fields as columns.

const related = (name: string): string => `relationships.${name}.data.id`;

const counted = ["uses", "maxUses", "maxCores", "maxProcesses", "maxMemory", "maxDisk", "permissions", "metadata"];
const checked = ["lastValidated", "lastCheckIn", "nextCheckIn", "lastCheckOut", "requireCheckIn", "version"];

export const keygenTables: Tables = {
  licenses: {
    required: { id: [], key: [], [related("policy")]: ["policy_id", "policy"] },
    optional: {
      name: [],
      expiry: [],
      status: [],
      suspended: [],
      maxMachines: ["max_machines"],
      maxUsers: ["max_users"],
      created: [],
      [related("product")]: ["product_id", "product"],
      [related("owner")]: [related("user"), "owner_id", "user_id", "owner", "user"],
      "metadata.email": ["metadata.customerEmail", "metadata.userEmail", "email"],
    },
    ignored: [
      ...counted,
      ...checked,
      ...words("protected encrypted floating strict scheme updated lastUsed account_id"),
    ],
  },
  users: {
    required: { id: [], email: [] },
    optional: { status: [] },
    ignored: [
      "fullName",
      "firstName",
      "lastName",
      "role",
      "permissions",
      "metadata",
      "created",
      "updated",
      "banReason",
    ],
  },
  machines: {
    required: { id: [], fingerprint: [], [related("license")]: ["license_id", "license"] },
    optional: { name: [], hostname: [], platform: [], created: [], lastHeartbeat: ["last_heartbeat"], updated: [] },
    ignored: [
      ...words("ip cores memory disk maxProcesses requireHeartbeat heartbeatStatus metadata"),
      ...words("heartbeatDuration nextHeartbeat lastCheckOut lastDeathEventSentAt owner_id group_id"),
    ],
  },
};

/** Takes licenses with their owners' accounts, and machines as devices. */
export function convertKeygen(folder: ExportFolder, moved: MovedLines, report: ConvertReport): void {
  folder.require("licenses");
  const users = new Lookup<{ readonly address: string; readonly isBanned: boolean }>();
  for (const row of folder.rows("users")) {
    users.add(row.get("id"), row, { address: row.get("email"), isBanned: row.get("status") === "BANNED" });
  }
  for (const row of folder.rows("licenses")) takeLicense(row, users, moved, report);
  for (const row of folder.rows("machines")) {
    moved.device({
      place: row,
      id: row.get("id"),
      license: row.get(related("license")),
      fingerprint: row.get("fingerprint"),
      name: row.get("name") || row.get("hostname"),
      platform: row.get("platform"),
      created: row.get("created"),
      seen: row.get("lastHeartbeat") || row.get("updated"),
    });
  }
  for (const [id, place] of users.all()) {
    if (place.isNamed) report.taken(place, `user ${id}`);
    else report.leftOut(place, "the person owns no license", id);
  }
}

function takeLicense(
  row: ExportRow,
  users: Lookup<{ readonly address: string; readonly isBanned: boolean }>,
  moved: MovedLines,
  report: ConvertReport,
): void {
  const owner = users.find(row.get(related("owner")));
  const status = row.get("status").toUpperCase();
  if (isTrue(row.get("suspended")) || status === "SUSPENDED")
    return report.leftOut(row, "it is suspended", row.get("id"));
  if (owner?.isBanned || status === "BANNED") return report.leftOut(row, "its owner is banned", row.get("id"));
  const sold = {
    place: row,
    products: [row.get(related("policy")), row.get(related("product"))].filter((code) => code !== ""),
    productName: "",
    key: row.get("key"),
    seats: row.get("maxUsers"),
  };
  const address = owner?.address || row.get("metadata.email");
  if (address === "") {
    const name = row.get("name");
    if (name !== "") return moved.looseKey({ ...sold, owner: name });
    return report.leftOut(row, "it has neither an owner nor a name", row.get("id"));
  }
  moved.sale({
    ...sold,
    id: row.get("id"),
    address,
    limit: row.get("maxMachines") || "unlimited",
    ends: row.get("expiry"),
    bought: row.get("created"),
    why: owner ? "" : "its owner is the address in its metadata",
  });
}

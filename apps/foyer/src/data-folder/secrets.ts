import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Secrets that this installation made for itself, where the operator set none. */
export interface OwnSecrets {
  readonly serviceCredential: string;
  readonly webhookSecret: string;
}

/** Reads them from the data folder, making them the first time; two starters at once end with the same ones. */
export function ownSecrets(dataDir: string): OwnSecrets {
  const file = path.join(dataDir, "secrets.json");
  const fresh: OwnSecrets = {
    serviceCredential: randomBytes(32).toString("base64url"),
    webhookSecret: `whsec_${randomBytes(24).toString("base64url")}`,
  };
  fs.mkdirSync(dataDir, { recursive: true });
  // A link to a whole file appears at once or not at all, and fails where another starter was quicker.
  const aside = `${file}.${process.pid}`;
  fs.writeFileSync(aside, `${JSON.stringify(fresh)}\n`, { mode: 0o600 });
  try {
    fs.linkSync(aside, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
  return JSON.parse(fs.readFileSync(file, "utf8")) as OwnSecrets;
}

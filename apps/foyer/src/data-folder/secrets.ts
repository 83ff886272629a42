import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Secrets that this installation generated because the operator set none. */
export interface OwnSecrets {
  readonly serviceCredential: string;
  readonly webhookSecret: string;
}

/** Refuses secrets that another user wrote, and so knows. */
function refuseForeignFile(file: string): void {
  const { uid } = fs.statSync(file);
  if (process.platform === "win32" || uid === process.geteuid?.() || uid === 0) return;
  throw new Error(`${file} belongs to another user (uid ${uid}). Remove it, or set DATA_DIR to a folder of your own.`);
}

const isSecret = (value: unknown): value is string => typeof value === "string" && value.length >= 32;

function readSecrets(file: string): OwnSecrets {
  let held: unknown = null;
  try {
    held = JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const { serviceCredential, webhookSecret } = (held ?? {}) as Partial<Record<keyof OwnSecrets, unknown>>;
  if (isSecret(serviceCredential) && isSecret(webhookSecret)) return { serviceCredential, webhookSecret };
  throw new Error(
    `${file} is damaged: it has no serviceCredential and webhookSecret of 32 characters or more. Restore it from a copy of the folder. ` +
      "Without a copy, remove it: the next start makes new secrets, and mailed links of before stop working.",
  );
}

/** Reads them from the data folder, and creates them the first time. Concurrent starts get the same ones. */
export function ownSecrets(dataDir: string): OwnSecrets {
  const file = path.join(dataDir, "secrets.json");
  const fresh: OwnSecrets = {
    serviceCredential: randomBytes(32).toString("base64url"),
    webhookSecret: `whsec_${randomBytes(24).toString("base64url")}`,
  };
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Linking a complete file is atomic, and fails if another process was faster.
  const aside = `${file}.${process.pid}`;
  // Process ids repeat in a container, so that a killed start may have left its file.
  fs.rmSync(aside, { force: true });
  fs.writeFileSync(aside, `${JSON.stringify(fresh)}\n`, { flag: "wx", mode: 0o600 });
  try {
    fs.linkSync(aside, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
  refuseForeignFile(file);
  return readSecrets(file);
}

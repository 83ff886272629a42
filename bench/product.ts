import path from "node:path";
import { passwordHasher } from "@foyer/accounts/passwords";
import { findRunningPostgres } from "@foyer/service-kit/postgres-server";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import { fill, type Size, tokenOf } from "./fill.ts";

export const PASSWORD = "correct horse battery staple";

/** The product as `npm start` runs it, with data. */
export interface Product {
  readonly system: RunningSystem;
  readonly port: number;
  readonly pid: number;
  readonly ownerUrl: string;
}

/** Settings of production, with the payment sandbox in place of a provider, and a mail server that does not answer. */
export const productionSettings: Readonly<Record<string, string>> = {
  NODE_ENV: "production",
  PUBLIC_ORIGIN: "https://portal.example",
  PAYMENT_SANDBOX: "on",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "account@example.com",
  DRAIN_SECONDS: "0",
};

/** The product with data, without limits and log lines. */
export const startProduct = async (size: Size, env: Readonly<Record<string, string>> = {}): Promise<Product> =>
  filled(await startFoyer({ env, limitsOff: "measures what one client asks thousands of times" }), size);

/**
 * The product with data as in production: limits are on, and a line for each request goes to a file. Callers name their
 * network in `x-forwarded-for`.
 */
export async function startInProduction(size: Size): Promise<Product> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-log-"));
  const system = await startFoyer({ env: productionSettings, outputFile: path.join(folder, "log") });
  const close = async (): Promise<void> => {
    await system.close();
    await rm(folder, { recursive: true, force: true });
  };
  return filled({ ...system, close }, size);
}

/** Returns the address of the embedded database as its owner. */
export async function ownerUrlOf({ dataDir }: Pick<RunningSystem, "dataDir">): Promise<string> {
  const url = await findRunningPostgres(path.join(dataDir, "postgres"));
  if (!url) throw new Error("the product's database does not answer");
  return url;
}

/** Returns the process id of the server. */
export const pidOf = ({ dataDir }: Pick<RunningSystem, "dataDir">): number =>
  (JSON.parse(fs.readFileSync(path.join(dataDir, "server.json"), "utf8")) as { pid: number }).pid;

/** Returns the resident memory of a process in megabytes. */
export const residentMb = (pid: number): number =>
  (Number(fs.readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4_096) / 1e6;

/** Activates an app on a device for each of these people. @returns the ids of the activations. */
export async function activateDevices({ system }: Product, people: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [n, person] of people.entries()) {
    const json = { product_id: "OUTLINE", fingerprint: fingerprintOf(n) };
    const { status, body } = await system.call("POST", "/api/1.1/activations/", { token: tokenOf(person), json });
    if (status !== 201) throw new Error(`nothing was activated: ${JSON.stringify(body)}`);
    ids.push(body.activation.id);
  }
  return ids;
}

export const fingerprintOf = (n: number): string => `bench-fingerprint-${n}`;

async function filled(system: RunningSystem, size: Size): Promise<Product> {
  const ownerUrl = await ownerUrlOf(system);
  await fill(ownerUrl, size, await passwordHasher().hash(PASSWORD));
  return { system, port: Number(new URL(system.url).port), pid: pidOf(system), ownerUrl };
}

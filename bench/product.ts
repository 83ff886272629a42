import path from "node:path";
import { passwordHasher } from "@foyer/accounts/passwords";
import { findRunningPostgres } from "@foyer/service-kit/postgres-server";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import fs from "node:fs";
import { fill, type Size } from "./fill.ts";

export const PASSWORD = "correct horse battery staple";

/** The product as `npm start` runs it, with data. */
export interface Product {
  readonly system: RunningSystem;
  readonly port: number;
  readonly pid: number;
  readonly ownerUrl: string;
}

/** What production sets: limits are on and every request is logged. The sandboxes replace the provider and the mail server. */
export const productionSettings: Readonly<Record<string, string>> = {
  NODE_ENV: "production",
  PUBLIC_ORIGIN: "https://portal.example",
  PAYMENT_SANDBOX: "on",
  MAIL_SANDBOX: "on",
  DRAIN_SECONDS: "0",
};

/** The product with the settings of production, with data. Callers name their network in `x-forwarded-for`. */
export const startInProduction = async (size: Size): Promise<Product> =>
  filled(await startFoyer({ env: productionSettings }), size);

export const startProduct = async (size: Size, env: Readonly<Record<string, string>> = {}): Promise<Product> =>
  filled(await startFoyer({ env, limitsOff: "measures what one client asks thousands of times" }), size);

async function filled(system: RunningSystem, size: Size): Promise<Product> {
  const ownerUrl = await findRunningPostgres(path.join(system.dataDir, "postgres"));
  if (!ownerUrl) throw new Error("the product's database does not answer");
  await fill(ownerUrl, size, await passwordHasher().hash(PASSWORD));
  const holder = JSON.parse(fs.readFileSync(path.join(system.dataDir, "server.json"), "utf8")) as { pid: number };
  return { system, port: Number(new URL(system.url).port), pid: holder.pid, ownerUrl };
}

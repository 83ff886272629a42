import { once } from "node:events";
import { fixedClock } from "@foyer/service-kit/clock";
import { createHost } from "@foyer/service-kit/host";
import { createLog } from "@foyer/service-kit/log";
import type { Mailer } from "@foyer/service-kit/mailer";
import { createPurchase, type PurchaseOptions } from "../app.ts";

/** Settings that a separate process reads from its standard input. Its clock does not move. */
export interface ProcessSettings {
  readonly now: string;
  readonly options: Omit<PurchaseOptions, "clock" | "log" | "mailer">;
}

const mailer: Mailer = {
  send: () => Promise.reject(new Error("this process sends no mail")),
  probe: async () => true,
  mayRefuse: false,
  close: () => undefined,
};

/** Runs the purchase service without a worker, so that tests can kill or stop it. Prints its origin. */
async function serve(text: string): Promise<void> {
  // `purchase-world.ts` writes this exact shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { now, options } = JSON.parse(text) as ProcessSettings;
  const log = createLog({ level: "silent" });
  const service = createPurchase({ ...options, clock: fixedClock(new Date(now)), log, mailer });
  const app = createHost({ log, trustedProxies: [], readiness: { check: async () => null } });
  await app.register(service.plugin);
  process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
}

const [settings] = await once(process.stdin.setEncoding("utf8"), "data");
await serve(String(settings));

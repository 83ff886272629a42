import { once } from "node:events";
import { fixedClock } from "@foyer/service-kit/clock";
import { createHost } from "@foyer/service-kit/host";
import { createLog } from "@foyer/service-kit/log";
import type { Mailer } from "@foyer/service-kit/mailer";
import { createPurchase, type PurchaseOptions } from "../app.ts";

/** What a process of its own is told on its standard input; its clock stands still. */
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

/** The purchase service alone, without a worker, to be killed or stopped: says where it is, and serves. */
async function serve(text: string): Promise<void> {
  // Written by `purchase-world.ts`, in this very shape.
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

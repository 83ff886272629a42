import { setTimeout as pause } from "node:timers/promises";
import { accountPage, signInOf } from "./calls.ts";
import { tokenOf } from "./fill.ts";
import { load, type Request } from "./load.ts";
import { type Figure, type Part, reaching } from "./part.ts";
import { residentMb, startInProduction } from "./product.ts";

const REQUESTS = 16_000;
const CONNECTIONS = 16;
const WANTED_MB = 300;
/** The collector returns memory to the system some time after the last request. */
const REST_MS = 5_000;

const get = (path: string) => (): Request => ({
  method: "GET",
  path,
  headers: { authorization: `Bearer ${tokenOf(2)}` },
});

/** Reads of the account page, the portal's page, the plans, what apps ask for; every twentieth request is a sign-in. */
const kinds: readonly ((n: number) => Request)[] = [
  ...Object.values(accountPage),
  get("/"),
  get("/api/v2/plans"),
  get("/.well-known/openid-configuration"),
  get("/oauth/jwks"),
];

function request(n: number): Request {
  if (n % 20 === 0) return signInOf(n / 20);
  return (kinds[n % kinds.length] ?? signInOf)(n);
}

/** The memory of an instance that serves everything, without the database. */
export const memory: Part = {
  about: `resident memory of an instance in production settings, before and after ${REQUESTS.toLocaleString("en")} requests of mixed kinds over ${CONNECTIONS} connections`,
  run: async () => {
    const { system, port, pid } = await startInProduction({ accounts: 10_000, licenses: 1_000 });
    const before = residentMb(pid);
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, residentMb(pid))), 100);
    try {
      let n = 0;
      await load({
        port,
        connections: CONNECTIONS,
        ms: 600_000,
        request: () => request(n++),
        more: () => n < REQUESTS,
      });
      const after = residentMb(pid);
      await pause(REST_MS);
      const figure: Figure = {
        what: "resident memory after load",
        figure: `${after.toFixed(0)} MB (highest ${highest.toFixed(0)}, before ${before.toFixed(0)}, ${REST_MS / 1_000} s after ${residentMb(pid).toFixed(0)})`,
        ...reaching(after, { max: WANTED_MB, unit: " MB", digits: 0 }),
      };
      return [figure];
    } finally {
      clearInterval(watch);
      await system.close();
    }
  },
};

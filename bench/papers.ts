import { setTimeout as sleep } from "node:timers/promises";
import { openPool } from "@foyer/service-kit/db";
import { eventually, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import type { Part } from "./part.ts";
import { ownerUrlOf, pidOf, residentMb } from "./product.ts";

const PAPERS = 500;
const WANTED_SECONDS = 60;
const WANTED_MB = 256;

const person = { username: "payer", email: "payer@oak.example", password: "correct horse battery staple" };
const license = { type: "license", id: "lic-1", owners: [person.username], product_id: "OUTLINE-5-SUB-ANNUAL-WEB" };

/** Copies the invoice of the subscription, each with its own PDF, which the sandbox draws on request. */
async function multiply(system: RunningSystem): Promise<void> {
  const pool = openPool({ url: await ownerUrlOf(system), role: "foyer_sandbox", schema: "sandbox", max: 1 });
  await pool.query(
    `insert into sandbox.objects (id, type, customer_id, parent_id, created_at, body)
     select id || '_' || n, type, customer_id, parent_id, created_at,
       body || jsonb_build_object('id', id || '_' || n, 'number', (body->>'number') || '-' || n,
         'invoice_pdf', replace(body->>'invoice_pdf', id, id || '_' || n))
     from sandbox.objects, generate_series(2, $1::int) as n where type = 'invoice'`,
    [PAPERS],
  );
  await pool.end();
}

/** Returns the largest memory of the process until `work` is done. */
async function peakDuring(system: RunningSystem, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  let peak = 0;
  while (!isDone) {
    peak = Math.max(peak, residentMb(pidOf(system)));
    await sleep(20);
  }
  await done;
  return peak;
}

async function zipSize(system: RunningSystem, address: string, token: string): Promise<[pdfs: number, bytes: number]> {
  const answer = await fetch(`${system.url}${address}`, { headers: { authorization: `Bearer ${token}` } });
  const body = Buffer.from(await answer.arrayBuffer());
  return [body.toString("latin1").split("%PDF-").length - 1, body.length];
}

/** A year with 500 papers as an archive (DOC-07). The same process draws the PDFs, which the provider does otherwise. */
export const papers: Part = {
  about: `the archive of a year with ${PAPERS} papers`,
  run: async () => {
    const lines = [
      { type: "account", ...person },
      { ...license, description: "Outlinear 5", total_seats: 25 },
      { type: "subscription", license: license.id, tax_percent: 20 },
    ];
    const system = await startFoyer({ lines });
    try {
      await multiply(system);
      const token = await system.signIn(person.username, person.password);
      const { body } = await system.call("POST", "/api/1.1/user/", { token });
      const own = `/api/v2/customer/${body.userinfo.customer_id[0]}/archives`;
      const before = residentMb(pidOf(system));
      const begun = performance.now();
      const year = (await system.now()).getUTCFullYear();
      await system.call("POST", own, { token, json: { year } });
      const ready = async () => {
        const [archive] = (await system.call("GET", own, { token })).body.archives;
        return archive.state === "building" ? null : archive;
      };
      const built = eventually(ready, "the archive", 2 * WANTED_SECONDS * 1_000);
      const peak = await peakDuring(system, built);
      const seconds = (performance.now() - begun) / 1_000;
      const { id, missing } = await built;
      const [pdfs, bytes] = await zipSize(system, `${own}/${id}/file`, token);
      const growth = peak - before;
      return [
        {
          what: "papers",
          figure: `${pdfs} in ${(bytes / 1e6).toFixed(1)} MB, ${missing} missing`,
          wanted: `${PAPERS}, 0 missing`,
          holds: pdfs === PAPERS && missing === 0,
        },
        {
          what: "time",
          figure: `${seconds.toFixed(1)} s`,
          wanted: `< ${WANTED_SECONDS} s`,
          holds: seconds < WANTED_SECONDS,
        },
        {
          what: "memory for it",
          figure: `${growth.toFixed(0)} MB (process ${peak.toFixed(0)} MB)`,
          wanted: `< ${WANTED_MB} MB`,
          holds: growth < WANTED_MB,
        },
      ];
    } finally {
      await system.close();
    }
  },
};

import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { findAccount, lockAccount, OPEN } from "../stores/account-store.ts";
import { findExport, packed, updateExport } from "./data-export-store.ts";
import { gatherPart, ownParts } from "./own-data-store.ts";

const name = "gather-data";
const payload = z.object({ id: z.string() });
type Payload = z.infer<typeof payload>;

/** Queues the job that gathers the data, in the caller's transaction. */
export async function queueGathering(tx: Tx, addJob: AddJob, id: string): Promise<void> {
  await addJob(tx, { name, payload }, { id });
}

/** Gathers this service's parts. If the person pays, the purchase service adds its part afterwards. */
export function gatherDataJob(deps: Deps): JobDefinition<Payload> {
  return defineJob({
    name,
    payload,
    run: async ({ id }) => {
      const wanted = await findExport(deps.db, id);
      const account = wanted && (await findAccount(deps.db, wanted.account_id));
      if (!wanted || account?.state !== OPEN || wanted.account_part !== null) return;
      const own: Record<string, unknown> = {};
      for (const [index, part] of ownParts.entries()) {
        own[part] = await gatherPart(deps.db, part, account.id);
        await updateExport(deps.db, id, { parts_done: index + 1 });
      }
      await updateExport(deps.db, id, { account_part: await packed(own) });
      if (account.customer_ids.length === 0) await finish(deps, id, null);
    },
  });
}

/** Stores the purchase service's part, which is the last one; repeating it changes nothing. Refuses `object.not_found`. */
export async function addPayments(deps: Deps, id: string, payments: string): Promise<void> {
  const wanted = await findExport(deps.db, id);
  if (!wanted) refuse("object.not_found");
  await finish(deps, id, JSON.parse(payments));
}

/** Completes the export, queues the mail with the link and starts its lifetime. */
async function finish(deps: Deps, id: string, payments: unknown): Promise<void> {
  const part = payments === null ? null : await packed(payments);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const wanted = await findExport(tx, id);
    const account = wanted && (await lockAccount(tx, wanted.account_id));
    const again = wanted && (await findExport(tx, id));
    if (!again || account?.state !== OPEN || again.ready_at !== null || again.account_part === null) return;
    await updateExport(tx, id, { payment_part: part, parts_done: again.parts, ready_at: now });
    const link = { purpose: "data_export", accountId: account.id, address: account.email } as const;
    await queueSecret(tx, deps.addJob, await requestSecret(tx, now, link));
  });
}

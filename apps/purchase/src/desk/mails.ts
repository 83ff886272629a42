import { createHmac } from "node:crypto";
import type { MatchedContract } from "@foyer/contract/staff-statements";
import { cents, formatMoney } from "@foyer/domain/money";
import { statementOrderMail, statementReceiptMail } from "@foyer/mail/consumer-desk";
import { isSame } from "@foyer/service-kit/http";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { sendOrWarn } from "../send-or-warn.ts";
import { shownStatement, statementById, type StoredStatement } from "../statements/statement-store.ts";
import { isAsked } from "./carry-out.ts";
import { askOwnerJob, receiptJob } from "./jobs.ts";

/** The code of the link to the owner of an order. A repeated mail has the same one, and none is stored. */
const codeOf = ({ deskKey }: Pick<Deps, "deskKey">, id: string): string =>
  createHmac("sha256", deskKey).update(id).digest("base64url");

/** Returns the statement of a mailed link, or null. */
export async function statementOfLink(deps: Deps, id: string, code: string): Promise<StoredStatement | null> {
  if (!isSame(code, codeOf(deps, id))) return null;
  return await statementById(deps.db, id);
}

/** The matched contract as its owner knows it. */
export function contractFacts({ product, license, checkout, quantity, ...match }: MatchedContract) {
  const { amount, currency } = match;
  const paid = amount !== null && currency !== null ? formatMoney(cents(amount), currency) : null;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Product", product],
    ["Seats", String(quantity)],
    ["Paid", paid],
    ["License", license],
    ["Purchase", checkout],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

export function receiptJobFor(deps: Deps): JobDefinition<z.infer<typeof receiptJob.payload>> {
  return defineJob({
    ...receiptJob,
    run: async ({ id }) => {
      const { brand, desk } = deps;
      const stated = await statementById(deps.db, id);
      if (!stated) return;
      const data = { statement: shownStatement(stated), timeZone: desk?.timeZone ?? "UTC" };
      await sendOrWarn(deps, id, { to: stated.receipt_to, ...statementReceiptMail(brand, data) });
    },
  });
}

export function askOwnerJobFor(deps: Deps): JobDefinition<z.infer<typeof askOwnerJob.payload>> {
  return defineJob({
    ...askOwnerJob,
    run: async ({ id }) => {
      const { brand, desk, clock, gateway, publicOrigin } = deps;
      const stated = await statementById(deps.db, id);
      if (!stated?.match || !isAsked(stated, clock.now())) return;
      const customer = await gateway.customer(stated.match.customer);
      if (!customer?.email) return;
      const mail = statementOrderMail(brand, {
        statement: shownStatement(stated),
        timeZone: desk?.timeZone ?? "UTC",
        contract: contractFacts(stated.match),
        link: `${publicOrigin}/${stated.kind}/order?${new URLSearchParams({ id, code: codeOf(deps, id) }).toString()}`,
      });
      await sendOrWarn(deps, customer.id, { to: customer.email, ...mail });
    },
  });
}

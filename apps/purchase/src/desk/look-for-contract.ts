import type { MatchedContract, waitingReasons } from "@foyer/contract/staff-statements";
import { instantOf } from "@foyer/contract/wire-values";
import { withdrawalEnd } from "@foyer/domain/consumer-law";
import { inTransaction } from "@foyer/service-kit/db";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { z } from "zod";
import { keptWithoutKind } from "../customers/tax-id-fields.ts";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer } from "../stripe/payment-gateway.ts";
import { lockStatement, statementById, type StoredStatement, updateCase } from "../statements/statement-store.ts";
import { type Contract, findContracts } from "./find-contracts.ts";
import { askOwnerJob, lookJob } from "./jobs.ts";
import { mayMail } from "./make-statement.ts";

type WaitingReason = (typeof waitingReasons)[number];

/** The contract of a statement, and the reason why the statement waits. */
interface Found {
  readonly customer: string | null;
  readonly match: MatchedContract | null;
  readonly reason: WaitingReason;
  /** Address of the order. */
  readonly email: string | null;
}

function matchOf(contract: Contract, country: string, until: Date | null): MatchedContract {
  const { consents: _, bought, ...known } = contract;
  return { ...known, country, bought: bought && instantOf(bought), until: until && instantOf(until) };
}

/** True if a tax id indicates that the buyer is a business. */
async function isBusiness({ gateway }: Deps, { id, customFields, taxExempt }: ProviderCustomer): Promise<boolean> {
  if (taxExempt === "reverse" || keptWithoutKind(customFields).length > 0) return true;
  return (await gateway.taxIds(id)).length > 0;
}

/** True if the buyer gave the right to withdraw up: a consent for private buyers only, or one of that name. */
function hasGivenUp({ sales: { consents = [] } }: Deps, given: readonly string[]): boolean {
  const waivers = consents.flatMap(({ id, privateOnly }) => (privateOnly === true ? [id] : []));
  return given.some((id) => id === "withdrawal" || waivers.includes(id));
}

/** Returns why the only matching contract waits for staff. `no_click` is what its buyer can end. */
async function reasonOf(
  deps: Deps,
  { kind, at, good_cause: goodCause }: StoredStatement,
  {
    contract,
    customer,
    until,
  }: { readonly contract: Contract; readonly customer: ProviderCustomer; readonly until: Date },
): Promise<WaitingReason> {
  const { desk } = deps;
  const country = customer.address?.country ?? "";
  if (goodCause !== null) return "good_cause";
  if (desk && desk.countries !== "all" && !desk.countries.includes(country)) return "other_country";
  if (kind === "withdraw") {
    if (await isBusiness(deps, customer)) return "business";
    if (at >= until) return "too_late";
    if (hasGivenUp(deps, contract.consents)) return "consent";
  }
  return customer.email === null ? "no_address" : "no_click";
}

/** A contract with its customer, and the end of the time to withdraw from it. */
async function knownContract(deps: Deps, contract: Contract) {
  const customer = await deps.gateway.customer(contract.customer);
  if (!customer) return [];
  const { bought } = contract;
  const until = withdrawalEnd(bought ?? new Date(0), customer.address?.country ?? "", deps.desk?.days);
  return [{ contract, customer, until }];
}

/** Looks for the contract that a statement means. */
async function look(deps: Deps, stated: StoredStatement): Promise<Found> {
  const { customers, contracts } = await findContracts(deps, stated);
  const customer = customers.length === 1 ? (customers[0] ?? null) : null;
  const known = (await Promise.all(contracts.map((one) => knownContract(deps, one)))).flat();
  // A contract that can still be withdrawn from is meant before one that cannot.
  const inTime = stated.kind === "withdraw" ? known.filter(({ until }) => stated.at < until) : known;
  const [only, ...others] = inTime.length > 0 ? inTime : known;
  if (!only) return { customer, match: null, reason: "no_match", email: null };
  if (others.length > 0) return { customer, match: null, reason: "several_matches", email: null };
  const match = matchOf(
    only.contract,
    only.customer.address?.country ?? "",
    stated.kind === "withdraw" ? only.until : null,
  );
  return {
    customer: only.customer.id,
    match,
    reason: await reasonOf(deps, stated, only),
    email: only.customer.email,
  };
}

/**
 * Looks for the contract of a statement and asks the owner of its order, where that can carry it out. Runs after the receipt is
 * shown. If the provider does not answer, the job tries again; until then staff see the statement.
 */
export function lookJobFor(deps: Deps): JobDefinition<z.infer<typeof lookJob.payload>> {
  return defineJob({
    ...lookJob,
    run: async ({ id, held }) => {
      const stated = await statementById(deps.db, id);
      if (stated?.state !== "looking") return;
      const { customer, match, reason: found, email } = await look(deps, stated);
      await inTransaction(deps.db, async (tx) => {
        // Staff may have decided since.
        if ((await lockStatement(tx, id))?.state !== "looking") return;
        const isToAsk = held === null && found === "no_click" && email !== null;
        const isAsked = isToAsk && (await mayMail(deps, tx, email));
        if (isAsked) await deps.addJob(tx, askOwnerJob, { id });
        const reason = held ?? (isToAsk && !isAsked ? "limited" : found);
        await updateCase(tx, id, { state: "waiting", reason, customer_id: customer, match });
      });
    },
  });
}

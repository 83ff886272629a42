import type { DeskKind } from "@foyer/domain/consumer-law";
import { within } from "@foyer/service-kit/within";
import type { Deps } from "../deps.ts";
import { contractsOfCustomer } from "./find-contracts.ts";
import type { Start } from "./form-page.ts";

/** A form is not delayed longer than this to fill it in. */
const PATIENCE_MS = 2_000;

const nothing: Start = { typed: {}, contracts: [] };

const productNames = ({ sales: { products } }: Deps): string[] => products.map(({ name }) => name);

async function startOf(deps: Deps, kind: DeskKind, cookies: string): Promise<Start> {
  const visitor = await deps.accounts.deskVisitor(cookies);
  if (!visitor) return nothing;
  const { username, email, customer_ids: customerIds } = visitor;
  const contracts = (await Promise.all(customerIds.map((id) => contractsOfCustomer(deps, kind, id)))).flat();
  const [customer = null] = await Promise.all(customerIds.slice(0, 1).map((id) => deps.gateway.customer(id)));
  const names = contracts.map(({ product, license, checkout }) =>
    [
      product,
      ...(license === null ? [] : [`license ${license}`]),
      ...(checkout === null ? [] : [`purchase ${checkout}`]),
    ].join(", "),
  );
  const contract = names.length === 1 ? { contract: names[0] ?? "" } : {};
  const name = customer?.name ?? "";
  return {
    typed: { name: name === "" ? username : name, reference: customer?.email ?? email, receiptTo: email, ...contract },
    contracts: names,
  };
}

/**
 * Returns what the form begins with: what is known of the person who is signed in at this browser, and otherwise the names of
 * the products. A form without it is complete too, so no failure keeps it from being shown.
 */
export async function startFor(deps: Deps, kind: DeskKind, cookies: string | undefined): Promise<Start> {
  const known = cookies?.includes("foyer-portal-desk")
    ? await within(PATIENCE_MS, startOf(deps, kind, cookies), "the person's data").catch((error: unknown) => {
        deps.log.warn({ err: error }, "a form of the desk is not filled in");
        return nothing;
      })
    : nothing;
  return known.contracts.length > 0 ? known : { ...known, contracts: productNames(deps) };
}

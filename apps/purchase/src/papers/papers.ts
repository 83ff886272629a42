import type { Paper, PaperPage } from "@foyer/contract/documents";
import { refuse } from "@foyer/service-kit/errors";
import { z } from "zod";
import { formerCustomers } from "../customers/customer-store.ts";
import type { Deps } from "../deps.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { mergePapers, type Places } from "./merge-papers.ts";
import type { Names } from "./paper-rows.ts";
import { papersOfSold, paperSources, type Source } from "./paper-sources.ts";
import { soldLicenses } from "../sales/sale-store.ts";
import { planNames, subscribedLicenses } from "./name-store.ts";
import { returnsOfCustomer } from "../returns/return-store.ts";
import { lookAtLink } from "../billing-contacts/billing-links.ts";

const PAGE = 50;
/** Lists that a cursor may name: those of a customer, of its former ones, and of their subscriptions. */
const MOST_PLACES = 40;

export interface PapersOf {
  readonly year?: number | undefined;
  readonly license?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const places = z.record(z.string().max(255), z.string().max(255));

const cursorOf = (next: Places): string => Buffer.from(JSON.stringify(next)).toString("base64url");

function refuseCursor(): never {
  refuse("input.invalid", { field: "cursor", reason: "papers_cursor" });
}

/** @throws Refusal for a text that no earlier answer gave. */
function placesOf(cursor: string | undefined): Places {
  if (cursor === undefined) return {};
  try {
    return places.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    refuseCursor();
  }
}

/** Refuses a cursor that names another customer's paper, like one that names no paper. */
async function refuseOthersPlaces(deps: Deps, customerId: string, named: Places): Promise<void> {
  const ids = Object.values(named);
  if (ids.length > MOST_PLACES) refuseCursor();
  if (ids.length === 0) return;
  const own = new Set([customerId, ...(await formerCustomers(deps.db, customerId))]);
  const owners = await Promise.all(ids.map((id) => orRefuse(() => deps.gateway.customerOfPaper(id))));
  if (owners.some((owner) => owner === null || !own.has(owner))) refuseCursor();
}

/** Returns the bounds of a calendar year, UTC. */
function yearBounds(year: number): { from: number; before: number } {
  return { from: Date.UTC(year, 0, 1) / 1_000, before: Date.UTC(year + 1, 0, 1) / 1_000 };
}

async function namesFor({ db }: Deps, customerId: string): Promise<Names> {
  const [licenses, sold, plans, returned] = await Promise.all([
    subscribedLicenses(db, customerId),
    soldLicenses(db, customerId),
    planNames(db),
    returnsOfCustomer(db, customerId),
  ]);
  const returns = Map.groupBy(returned, ({ invoice_id: invoice }) => invoice ?? "");
  return { licenses, sold, plans, returns, rates: new Map() };
}

/** Returns the lists of a customer and of the account's former customers. A list that the provider has deleted is empty. */
async function allSources(
  deps: Deps,
  customerId: string,
  of: (customerId: string, names: Names) => Source[],
): Promise<Source[]> {
  const former = await formerCustomers(deps.db, customerId);
  const own = of(customerId, await namesFor(deps, customerId));
  const earlier = await Promise.all(former.map(async (id) => of(id, await namesFor(deps, id)).map(asFormer(id))));
  return [...own, ...earlier.flat()];
}

const asFormer =
  (customerId: string) =>
  (source: Source): Source => ({
    name: `${customerId} ${source.name}`,
    page: (wanted) =>
      source.page(wanted).catch((error: unknown) => {
        const isGone = error instanceof ProviderFailure && error.kind === "missing";
        if (isGone && wanted.startingAfter === undefined) return { items: [], hasMore: false };
        throw error;
      }),
  });

function sourcesFor(deps: Deps, customerId: string, license: string | undefined, names: Names): Source[] {
  if (license === undefined) return paperSources(deps, customerId, null, names);
  if ([...names.sold.values()].includes(license)) return papersOfSold(deps, customerId, license, names);
  const subscriptions = [...names.licenses].filter(([, own]) => own === license).map(([id]) => id);
  return paperSources(deps, customerId, subscriptions, names);
}

/** Lists a customer's papers, newest first. */
export async function listPapers(deps: Deps, customerId: string, wanted: PapersOf): Promise<PaperPage> {
  const { year, license, limit = PAGE, cursor } = wanted;
  const before = placesOf(cursor);
  await refuseOthersPlaces(deps, customerId, before);
  const sources = await allSources(deps, customerId, (id, names) => sourcesFor(deps, id, license, names));
  const created = year === undefined ? {} : { created: yearBounds(year) };
  const page = await orRefuse(() =>
    mergePapers(sources, before, { limit, ...created }).catch((error: unknown) => {
      const isLost = error instanceof ProviderFailure && (error.kind === "missing" || error.kind === "invalid");
      if (cursor !== undefined && isLost) refuseCursor();
      throw error;
    }),
  );
  const { papers, next } = page;
  return { documents: [...papers], has_more: next !== null, cursor: next && cursorOf(next) };
}

/** Returns all papers of a year, newest first, at most `most`. */
export async function papersOfYear(deps: Deps, customerId: string, year: number, most: number): Promise<Paper[]> {
  const sources = await allSources(deps, customerId, (id, names) => paperSources(deps, id, null, names));
  const all: Paper[] = [];
  let next: Places | null = {};
  while (next && all.length < most) {
    // oxlint-disable-next-line eslint/no-await-in-loop
    const page = await mergePapers(sources, next, { limit: 99, created: yearBounds(year) });
    all.push(...page.papers);
    ({ next } = page);
  }
  return all;
}

/** Lists a customer's papers for a billing contact, by the link in a mail of the last 30 days. */
export async function linkedPapers(
  deps: Deps,
  { token, cursor }: { readonly token: string; readonly cursor?: string | undefined },
  ip: string,
): Promise<PaperPage> {
  const { contact, papersUntil } = await lookAtLink(deps, token, ip);
  if (papersUntil === null) refuse("billing_link.dead");
  const page = await listPapers(deps, contact.customer_id, { cursor });
  // The contact does not know the account's licenses.
  return { ...page, documents: page.documents.map((paper) => ({ ...paper, license: null })) };
}

import type { SearchHit } from "@foyer/contract/staff-wire";
import { withAsciiDomain } from "@foyer/domain/addresses";
import { refuse } from "@foyer/service-kit/errors";
import type { Db } from "../db/schema.ts";
import { domainFrom, type HitRow, hitsIn, sourceNames } from "./search-store.ts";

const HITS = 10;
const HITS_ON = 50;

function hitOf({ kind, id, title, detail, account, license }: HitRow): SearchHit {
  return {
    kind,
    id,
    title,
    detail,
    ...(account === null ? {} : { account }),
    ...(license === null ? {} : { license }),
  };
}

/** Keeps the first of several hits for one thing, such as by its name and by its address. */
function distinct(rows: readonly HitRow[]): HitRow[] {
  const seen = new Set<string>();
  return rows.filter(({ kind, id }) => {
    const name = `${kind} ${id}`;
    return !seen.has(name) && Boolean(seen.add(name));
  });
}

function placeOf(cursor: string): { name: string; after: string } {
  const [name = "", after] = cursor.split(/:(.*)/s);
  if (!sourceNames.includes(name) || after === undefined) {
    refuse("input.invalid", { field: "cursor", reason: "search_cursor" });
  }
  return { name, after };
}

export interface Found {
  readonly results: SearchHit[];
  /** Cursor for the next page of each kind with more hits. */
  readonly more: { kind: SearchHit["kind"]; cursor: string }[];
}

/** The beginning of a domain: `brightwell`, or with a part of what follows. */
const COMPANY = /^[a-z0-9][a-z0-9-]{2,}(\.[a-z0-9.-]*)?$/;

/** Returns the domain of `@example.com`, or of a company: of one with that complete name, or of one that begins like that. */
async function domainOf(db: Db, text: string): Promise<string | null> {
  if (text.startsWith("@")) return withAsciiDomain(text).slice(1);
  if (!COMPANY.test(text)) return null;
  return (text.includes(".") ? null : await domainFrom(db, `${text}.`)) ?? (await domainFrom(db, text));
}

/** Finds things that begin with a text or have that id, exact matches first. */
export async function staffSearch(db: Db, q: string, cursor?: string): Promise<Found> {
  const typed = q.trim();
  if (typed === "" || typed === "@") return { results: [], more: [] };
  const place = cursor === undefined ? null : placeOf(cursor);
  const text = typed.toLowerCase();
  const isDomain = text.startsWith("@");
  const domain = place && place.name !== "domain" ? null : await domainOf(db, text);
  const names = place ? [place.name] : sourceNames.filter((name) => (name === "domain" ? domain !== null : !isDomain));
  const limit = place ? HITS_ON : HITS;
  const rows = await hitsIn(db, { names, typed, domain, after: place?.after ?? null, limit: limit + 1 });
  const shown = names.flatMap((name) => rows.filter(({ source }) => source === name).slice(0, limit));
  const more = names.flatMap((name) => {
    const own = rows.filter(({ source }) => source === name);
    const last = own[limit - 1];
    return own.length > limit && last ? [{ kind: last.kind, cursor: `${name}:${last.key}` }] : [];
  });
  const isWhole = (row: HitRow): boolean =>
    [text, withAsciiDomain(text)].includes(row.key.toLowerCase()) || row.id === typed;
  const hits = distinct(shown);
  return { results: [...hits.filter(isWhole), ...hits.filter((row) => !isWhole(row))].map(hitOf), more };
}

import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import type { SearchHit } from "@foyer/contract/staff-wire";
import { Button } from "@foyer/ui/button";
import { Skeleton, EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Tag } from "@foyer/ui/tag";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/admin";
import { QueryFailure } from "../../shared/screens/loaded.tsx";
import { Link } from "../../shared/screens/router.tsx";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import styles from "../admin.module.css";
import { pageOf } from "./hit-page.ts";
import { planName } from "../plan-name.ts";

type Found = CallReply<"staffSearch">;

interface SearchResultsProps {
  text: string;
  accounts: UseQueryResult<Found>;
  billing: UseQueryResult<SearchHit[]>;
}

/** The results of both services. If one service fails, those of the other are shown. */
export function SearchResults({ text, accounts, billing }: SearchResultsProps) {
  const isWaiting = accounts.isPending || billing.isPending;
  const hits = [...(accounts.data?.results ?? []), ...(billing.data ?? [])];
  const hasMore = (accounts.data?.more?.length ?? 0) > 0;
  const titleOf = isWaiting ? words.foundSoFar : hasMore ? words.foundFirst : words.found;
  if (hits.length === 0 && isWaiting) return <Skeleton label={words.searching} lines={[0.5, 0.6, 0.4]} />;
  return (
    <>
      {accounts.isError && <QueryFailure title={words.searchFailed} query={accounts} />}
      {billing.isError && <QueryFailure title={words.billingSearchFailed} query={billing} />}
      {hits.length === 0 && !isWaiting && !accounts.isError && (
        <EmptyState title={words.nothingFound(text)}>{words.nothingFoundHelp}</EmptyState>
      )}
      {hits.length > 0 && (
        <Section title={titleOf(hits.length)}>
          <Hits hits={hits} />
          {accounts.data?.more?.map(({ kind, cursor }) => (
            <MoreHits key={`${text} ${cursor}`} text={text} kind={kind} cursor={cursor} />
          ))}
        </Section>
      )}
    </>
  );
}

function Hits({ hits }: { hits: readonly SearchHit[] }) {
  return (
    <ul className={styles.hits}>
      {hits.map((hit) => (
        <Hit key={`${hit.kind} ${hit.id}`} hit={hit} />
      ))}
    </ul>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const page = pageOf(hit);
  const detail = detailOf(hit);
  return (
    <li className={styles.hit} data-hit={hit.kind}>
      <span>
        <Tag kind={hit.kind === "account" ? "info" : "neutral"}>{words.kinds[hit.kind]}</Tag>
      </span>
      <div>
        {page === null ? (
          <span className={styles.hitName}>{hit.title}</span>
        ) : (
          <Link className={styles.hitName} to={page}>
            {hit.title}
          </Link>
        )}
        <p className={styles.small}>{page === null ? words.nowhere(detail) : detail}</p>
      </div>
    </li>
  );
}

/** Returns the detail of a result. That of a subscription begins with its plan. */
function detailOf({ kind, detail }: SearchHit): string {
  const [plan = "", ...rest] = detail.split(", ");
  return kind === "subscription" ? [planName(plan), ...rest].join(", ") : detail;
}

/** Loads more results of one kind, page by page. */
function MoreHits({ text, kind, cursor }: { text: string; kind: SearchHit["kind"]; cursor: string }) {
  const [pages, setPages] = useState<readonly Found[]>([]);
  const last = pages.at(-1);
  const next = last ? last.more?.[0]?.cursor : cursor;
  const asking = useSubmit<string>(async (from) => {
    const page = await call(api, "staffSearch", { query: { q: text, cursor: from } });
    setPages((before) => [...before, page]);
  });
  return (
    <>
      {pages.length > 0 && <Hits hits={pages.flatMap(({ results }) => results)} />}
      <FailureNotice failure={asking.failure} />
      {next !== undefined && (
        <p>
          <Button small busy={asking.busy} onClick={() => asking.submit(next)}>
            {words.more(words.kinds[kind])}
          </Button>
        </p>
      )}
    </>
  );
}

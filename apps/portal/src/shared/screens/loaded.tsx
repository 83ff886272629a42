import { ErrorState, Skeleton } from "@foyer/ui/placeholders";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { words } from "#words/common";
import { requestOf, sentenceOf } from "../failures/failure-sentence.ts";

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** The content that failed to load, in one sentence. */
  failed: string;
  /** Widths of the skeleton's lines; as many as the usual answer has. */
  lines?: readonly number[];
  children: (data: Data) => ReactNode;
}

/** A part of a page that waits for a service: its skeleton, its content, or the failure with Try again. */
export function Loaded<Data>({ query, failed, lines = [0.5, 0.8], children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton label={words.loading} lines={lines} />;
  return <QueryFailed title={failed} query={query} />;
}

interface QueryFailedProps {
  /** The content that failed to load, in one sentence. */
  title: string;
  query: Pick<UseQueryResult, "error" | "isFetching"> & { refetch: () => Promise<unknown> };
}

/** Shows why a query failed, with Try again. */
export function QueryFailed({ title, query }: QueryFailedProps) {
  return (
    <ErrorState
      title={title}
      request={requestOf(query.error)}
      retry={{ label: words.tryAgain, busy: query.isFetching, onRetry: () => void query.refetch() }}
    >
      {sentenceOf(query.error)}
    </ErrorState>
  );
}

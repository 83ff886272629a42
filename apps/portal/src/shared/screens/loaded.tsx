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
  return <QueryFailure title={failed} query={query} />;
}

interface QueryFailureProps {
  title: string;
  query: Pick<UseQueryResult, "error" | "isFetching"> & { refetch: () => Promise<unknown> };
}

/** Says that a query failed, and offers to repeat it. */
export function QueryFailure({ title, query: { error, isFetching, refetch } }: QueryFailureProps) {
  return <LoadFailure title={title} failure={error} busy={isFetching} onRetry={() => void refetch()} />;
}

interface LoadFailureProps {
  title: string;
  failure: unknown;
  busy?: boolean;
  onRetry: () => void;
}

/** Says why something could not be loaded, and offers Try again. */
export function LoadFailure({ title, failure, busy = false, onRetry }: LoadFailureProps) {
  return (
    <ErrorState title={title} request={requestOf(failure)} retry={{ label: words.tryAgain, busy, onRetry }}>
      {sentenceOf(failure)}
    </ErrorState>
  );
}

import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { ErrorState, Skeleton } from "@foyer/ui/placeholders";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { words } from "#words/common";
import { requestOf, sentenceOf } from "../failures/failure-sentence.ts";
import { endPauses } from "../requests/api.ts";

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
  if (isFirstLoad(query)) return <Skeleton label={words.loading} lines={lines} />;
  return <QueryFailure title={failed} query={query} />;
}

type Read = Pick<UseQueryResult, "data" | "error" | "errorUpdateCount" | "isFetching"> & {
  refetch: () => Promise<unknown>;
};
type Progress = Pick<Read, "data" | "errorUpdateCount">;

/** Returns true while a query loads and has not failed before; a retry is no first load. */
export const isFirstLoad = ({ data, errorUpdateCount }: Progress): boolean =>
  data === undefined && errorUpdateCount === 0;

/** Returns true if a query has no data because it failed, also during a retry. */
export const hasFailed = ({ data, errorUpdateCount }: Progress): boolean => data === undefined && errorUpdateCount > 0;

/** Says that a query failed, and offers to repeat it. The failure stays during the retry. */
export function QueryFailure({ title, query: { error, isFetching, refetch } }: { title: string; query: Read }) {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return <LoadFailure title={title} failure={error ?? last} busy={isFetching} onRetry={() => void refetch()} />;
}

/** Says that a part is missing which the page is drawn without; nothing if all of these queries have data. */
export function MissingParts({ queries, title = words.partFailed }: { queries: readonly Read[]; title?: string }) {
  const missing = queries.find(hasFailed);
  return missing && <QueryFailure title={title} query={missing} />;
}

interface LoadFailureProps {
  title: string;
  failure: unknown;
  busy?: boolean;
  onRetry: () => void;
}

/** Says why something could not be loaded, and offers Try again as soon as the service allows it. */
export function LoadFailure({ title, failure, busy = false, onRetry }: LoadFailureProps) {
  const seconds = useWait(failure);
  const isOffline = failure instanceof NetworkError && !navigator.onLine;
  return (
    <ErrorState
      title={title}
      request={requestOf(failure)}
      retry={{
        label: seconds > 0 ? words.tryAgainIn(seconds) : words.tryAgain,
        busy,
        disabled: seconds > 0,
        onRetry: () => {
          endPauses();
          onRetry();
        },
      }}
    >
      {isOffline ? words.offlinePart : sentenceOf(failure)}
    </ErrorState>
  );
}

/** Returns the seconds, counted down, until the end of the wait that the service has asked for. */
function useWait(failure: unknown): number {
  const [wait, setWait] = useState({ failure, seconds: secondsOf(failure) });
  if (wait.failure !== failure) setWait({ failure, seconds: secondsOf(failure) });
  useEffect(() => {
    if (wait.seconds === 0) return undefined;
    const timer = setTimeout(() => setWait({ ...wait, seconds: wait.seconds - 1 }), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  return wait.seconds;
}

const secondsOf = (failure: unknown): number => (failure instanceof ApiError ? (failure.retryAfter ?? 0) : 0);

import { ApiError } from "@foyer/api-client/errors";
import { buttonClass } from "@foyer/ui/button";
import { EmptyState, ErrorState, Skeleton } from "@foyer/ui/placeholders";
import type { UseQueryResult } from "@tanstack/react-query";
import { words } from "#words/admin";
import { words as common } from "#words/common";
import { Link } from "../shared/screens/router.tsx";
import { requestOf, sentenceOf } from "../shared/failures/failure-sentence.ts";

interface MissingProps {
  query: UseQueryResult<unknown>;
  failed: string;
  /** Said where there is no such thing. */
  missing: string;
}

/** A page that has nothing to show yet, or cannot, or of something that does not exist. */
export function Missing({ query, failed, missing }: MissingProps) {
  if (query.isPending) return <Skeleton label={words.loading} lines={[0.6, 0.9, 0.8, 0.7]} />;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        title={missing}
        action={
          <Link to="/admin" className={buttonClass()}>
            {words.backToSearch}
          </Link>
        }
      />
    );
  }
  return (
    <ErrorState
      title={failed}
      request={requestOf(query.error)}
      retry={{ label: common.tryAgain, busy: query.isFetching, onRetry: () => void query.refetch() }}
    >
      {sentenceOf(query.error)}
    </ErrorState>
  );
}

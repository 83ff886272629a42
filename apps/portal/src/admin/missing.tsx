import { ApiError } from "@foyer/api-client/errors";
import { buttonClass } from "@foyer/ui/button";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import type { UseQueryResult } from "@tanstack/react-query";
import { words } from "#words/admin";
import { isFirstLoad, QueryFailure } from "../shared/screens/loaded.tsx";
import { Link } from "../shared/screens/router.tsx";

interface MissingProps {
  query: UseQueryResult<unknown>;
  failed: string;
  /** The title if the service answers 404. */
  missing: string;
}

/** A page whose query is loading, has failed, or found no object. */
export function Missing({ query, failed, missing }: MissingProps) {
  if (isFirstLoad(query)) return <Skeleton label={words.loading} lines={[0.6, 0.9, 0.8, 0.7]} />;
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
  return <QueryFailure title={failed} query={query} />;
}

import type { StaffAct } from "@foyer/contract/staff-wire";
import { Button } from "@foyer/ui/button";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useInfiniteQuery } from "@tanstack/react-query";
import { words } from "#words/admin";
import { QueryFailure } from "../../shared/screens/loaded.tsx";
import { Link } from "../../shared/screens/router.tsx";
import { requestOf } from "../../shared/failures/failure-sentence.ts";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { Screen } from "../../shared/screens/screen.tsx";
import styles from "../admin.module.css";
import { accountActsQuery, billingActsQuery } from "../queries.ts";
import { accountPage, licensePage } from "../search/hit-page.ts";
import { formatTime } from "../times.ts";
import { ChangeLines } from "../timeline/change-lines.tsx";
import { titleOf } from "../timeline/entry-sentence.ts";
import { shownActs } from "./shown-acts.ts";

/** Lists the acts of staff in both services (ROLE-04). */
export function ActsScreen() {
  const sources = [useInfiniteQuery(accountActsQuery), useInfiniteQuery(billingActsQuery)];
  const acts = shownActs(
    sources.map(({ data, hasNextPage }) => ({
      acts: data?.pages.flatMap((page) => page.acts) ?? [],
      hasMore: hasNextPage,
    })),
  );
  const failed = sources.filter(({ isError }) => isError);
  const isPending = sources.some((source) => source.isPending);
  const earlier = sources.filter(({ hasNextPage }) => hasNextPage);
  return (
    <Screen title={words.actsTitle}>
      <p className={mutedClass}>{words.actsText}</p>
      {failed.map((source) => (
        <QueryFailure key={requestOf(source.error)} title={words.actsFailed} query={source} />
      ))}
      <Section title={words.actsTitle}>
        {isPending && <Skeleton label={words.loading} lines={[0.9, 0.8, 0.9]} />}
        {acts.length === 0 && !isPending && failed.length === 0 && <EmptyState title={words.actsEmpty} />}
        {acts.length > 0 && (
          <Table dense caption={words.actsTitle} head={[words.when, words.who, words.what, words.reason]}>
            {acts.map((act) => (
              <Act key={`${act.at} ${act.id} ${act.act}`} act={act} />
            ))}
          </Table>
        )}
        {earlier.length > 0 && (
          <p>
            <Button
              small
              busy={earlier.some(({ isFetchingNextPage }) => isFetchingNextPage)}
              onClick={() => {
                for (const source of earlier) void source.fetchNextPage();
              }}
            >
              {words.showEarlier}
            </Button>
          </p>
        )}
      </Section>
    </Screen>
  );
}

function Act({ act }: { act: StaffAct }) {
  return (
    <tr>
      <Cell label={words.when}>{formatTime(act.at)}</Cell>
      <Cell label={words.who}>{act.staff}</Cell>
      <Cell label={words.what} className={styles.value}>
        <div>
          {titleOf(act.act)} <Target target={act.target} />
          <ChangeLines before={act.before} after={act.after} />
        </div>
      </Cell>
      <Cell label={words.reason} className={styles.value}>
        {act.reason}
      </Cell>
    </tr>
  );
}

/** Links `account:maria` to the page of that account, and a license to its page. */
function Target({ target }: { target: string }) {
  const [kind, name = ""] = target.split(/:(.*)/s);
  if (kind === "account") return <Link to={accountPage(name)}>{name}</Link>;
  if (kind === "license") return <Link to={licensePage(name)}>{name}</Link>;
  return <span className={styles.id}>{name || target}</span>;
}

import type { ManagedLicense } from "@foyer/contract/licenses";
import { isTrial } from "@foyer/domain/product-id";
import { Progress } from "@foyer/ui/spinner";
import { Tag } from "@foyer/ui/tag";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { words } from "#words/team";
import { QueryFailure } from "../shared/screens/loaded.tsx";
import { BackLink } from "../shared/screens/back-link.tsx";
import { managedLicensesQuery, purchasesQuery } from "../shared/requests/queries.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { shownName } from "../shared/settings/shown-name.ts";
import { chosenTeam } from "../shared/storage/team-choice.ts";
import { ToSignIn } from "../shared/screens/way-back.tsx";
import styles from "./team-page.module.css";
import { TeamPage } from "./team-page.tsx";
import { usePageKnown } from "./use-page-known.ts";

const REFRESH_MS = 15_000;

/** The page of one team license; requires a person and a chosen license (ROUTE-07). */
export function TeamScreen() {
  const { signedIn } = useSession();
  const team = chosenTeam();
  if (!signedIn) return <ToSignIn />;
  if (team === null) return <Navigate to="/" replace />;
  return (
    <div className={styles.screen}>
      <BackLink />
      <Team id={team} />
    </div>
  );
}

/** Waits for licenses and purchases (ROUTE-08); a license that the person does not manage is not found (ROUTE-09). */
function Team({ id }: { id: string }) {
  const licenses = useQuery({ ...managedLicensesQuery, refetchInterval: REFRESH_MS });
  const purchases = useQuery(purchasesQuery);
  const license = licenses.data?.find((managed) => managed.id === id && !isTrial(managed.product_id));
  // The list of seats is the slowest answer, so it is requested while the license is still loading.
  const isKnown = usePageKnown(id, license);
  if (licenses.data && !purchases.isPending && !license) return <Navigate to="/four-oh" replace />;
  // The heading appears together with the rest, because a longer one would move the content below.
  const shown = isKnown && !purchases.isPending ? license : undefined;
  const name = shown && shownName(shown.description, shown.product_id);
  return (
    <Screen
      title={name ? words.titleOf(name) : words.pageTitle}
      heading={
        <span className={styles.heading}>
          {name ?? words.pageTitle} {shown && <StateTag license={shown} />}
        </span>
      }
    >
      {shown && name ? <TeamPage key={id} license={shown} name={name} /> : <Waiting licenses={licenses} />}
    </Screen>
  );
}

function Waiting({ licenses }: { licenses: UseQueryResult<ManagedLicense[]> }) {
  if (!licenses.isError) return <Progress label={words.loading} />;
  return <QueryFailure title={words.teamFailed} query={licenses} />;
}

/** The state of the license's subscription, in one word; nothing for a license without one. */
function StateTag({ license }: { license: ManagedLicense }) {
  if (license.subscription_state === undefined) return null;
  if (license.subscription_state === "inactive") return <Tag kind="danger">{words.endedTag}</Tag>;
  if (license.subscription_status === "past_due") return <Tag kind="danger">{words.pastDueTag}</Tag>;
  if (license.cancel_at_period_end) return <Tag kind="warning">{words.endsTag}</Tag>;
  return <Tag kind="success">{words.active}</Tag>;
}

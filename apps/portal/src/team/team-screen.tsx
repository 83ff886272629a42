import { Progress } from "@foyer/ui/spinner";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { words as common } from "#words/common";
import { BackLink } from "../shared/back-link.tsx";
import { managedLicensesQuery } from "../shared/queries.ts";
import { Screen } from "../shared/screen.tsx";
import { useSession } from "../shared/session.ts";
import { shownName } from "../shared/shown-name.ts";
import { chosenTeam } from "../shared/team-choice.ts";

/** The page of one team licence; without a person or a choice of licence there is none (ROUTE-07). */
export function TeamScreen() {
  const { signedIn } = useSession();
  const team = chosenTeam();
  if (!signedIn || team === null) return <Navigate to="/" replace />;
  return <Team id={team} />;
}

function Team({ id }: { id: string }) {
  const licences = useQuery(managedLicensesQuery);
  const licence = licences.data?.find((managed) => managed.id === id);
  if (!licence) return <Progress label={common.loading} />;
  return (
    <>
      <BackLink />
      <Screen title={shownName(licence.description, licence.product_id)}>{null}</Screen>
    </>
  );
}

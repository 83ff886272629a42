import { isTrial } from "@foyer/domain/product-id";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { managedLicensesQuery } from "../shared/requests/queries.ts";
import { chooseTeam } from "../shared/storage/team-choice.ts";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";

/**
 * The main screen in team-subscription mode (ROUTE-03): redirects to the only managed subscription. If there are
 * several or none, or the service does not answer, shows Team Management.
 */
export function TeamSubscription() {
  const licenses = useQuery(managedLicensesQuery);
  if (licenses.isPending) return <WaitingScreen />;
  const subscriptions = (licenses.data ?? []).filter(
    ({ product_id: productId, subscription_state: state }) => state !== undefined && !isTrial(productId),
  );
  const [only, ...others] = subscriptions;
  if (!only || others.length > 0) return <Navigate to="/?section=team" replace />;
  chooseTeam(only.id);
  return <Navigate to="/manage-team" replace />;
}

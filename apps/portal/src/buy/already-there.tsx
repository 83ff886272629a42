import { productOfPlan } from "@foyer/domain/catalogue";
import { buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/buy";
import { MissingParts } from "../shared/screens/loaded.tsx";
import { Link } from "../shared/screens/router.tsx";
import { managedLicensesQuery } from "../shared/requests/queries.ts";
import { chooseTeam } from "../shared/storage/team-choice.ts";

/** Offers more seats to a person who already manages an active subscription of the product (BUY-08). */
export function AlreadyThere({ product }: { product: string }) {
  const licenses = useQuery(managedLicensesQuery);
  const own = licenses.data?.find(
    ({ product_id: plan, subscription_state: state }) => state === "active" && productOfPlan(plan) === product,
  );
  if (!own) return <MissingParts queries={[licenses]} title={words.licensesFailed} />;
  return (
    <Notice
      kind="info"
      title={words.alreadyTitle(own.description, own.total_seats)}
      action={
        <Link
          to="/manage-team"
          className={buttonClass({ small: true })}
          onClick={() => chooseTeam(own.registration_id)}
        >
          {words.addSeats}
        </Link>
      }
    >
      {words.alreadyText}
    </Notice>
  );
}

import { buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/admin";
import { Link } from "../../shared/screens/router.tsx";
import { userQuery } from "../../shared/requests/queries.ts";
import { factorPage } from "../second-factor-screen.tsx";

/** Tells staff without a second factor that only the sandbox lets them in. */
export function FactorNotice() {
  const user = useQuery(userQuery).data;
  if (user?.second_factor !== false || user.has_passkey) return null;
  return (
    <Notice
      kind="warning"
      announced={false}
      action={
        <Link to={factorPage} className={buttonClass({ small: true })}>
          {words.factorStart}
        </Link>
      }
    >
      {words.factorNotice}
    </Notice>
  );
}

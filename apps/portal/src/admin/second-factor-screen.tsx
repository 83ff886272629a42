import { buttonClass } from "@foyer/ui/button";
import { words } from "#words/admin";
import { Link } from "../shared/screens/router.tsx";
import { Actions, Panel } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";

/** Where the second factor is turned on: on the account page, for staff as for everybody. */
export const factorPage = "/#security";

/** Stands before the area as long as a staff member has no second factor. */
export function SecondFactorScreen() {
  return (
    <Screen title={words.factorTitle} width="text">
      <Panel>
        <p>{words.factorText}</p>
        <Actions>
          <Link to={factorPage} className={buttonClass({ look: "primary" })}>
            {words.factorStart}
          </Link>
        </Actions>
      </Panel>
    </Screen>
  );
}

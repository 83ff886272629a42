import { buttonClass } from "@foyer/ui/button";
import { words } from "#words/admin";
import { Link } from "../shared/screens/router.tsx";
import { Actions, Panel } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";

/** The section of the account page that turns the second factor on. */
export const factorPage = "/#security";

/** Replaces the area for a staff member without a second factor. */
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

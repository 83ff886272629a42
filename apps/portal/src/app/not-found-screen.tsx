import { buttonClass } from "@foyer/ui/button";
import { words } from "#words/screens";
import { Link } from "../shared/screens/router.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";

/** Shown for every unknown path (SHELL-10). */
export function NotFoundScreen() {
  return (
    <Screen title={words.notFoundTitle} width="text">
      <p className={mutedClass}>{words.notFoundText}</p>
      <p>
        <Link to="/" className={buttonClass({ look: "primary" })}>
          {words.backToAccounts}
        </Link>
      </p>
    </Screen>
  );
}

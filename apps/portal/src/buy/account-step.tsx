import { Button, buttonClass } from "@foyer/ui/button";
import { type ReactNode, useState } from "react";
import { words } from "#words/buy";
import { Link } from "../shared/screens/router.tsx";
import { formClass, Panel } from "../shared/screens/panel.tsx";
import { returnTo } from "../shared/storage/return-page.ts";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import type { Choice } from "./choice.ts";
import { Chosen } from "./chosen.tsx";

interface AccountStepProps {
  choice: Choice;
  signIn: (above: ReactNode) => ReactNode;
  onBack: () => void;
}

/** Signed out: an account is made, or the person signs in, and the choice is still there (BUY-03). */
export function AccountStep({ choice, signIn, onBack }: AccountStepProps) {
  const [isKnown, setKnown] = useState(false);
  const chosen = <Chosen choice={choice} onBack={onBack} />;
  if (isKnown) return signIn(chosen);
  return (
    <Screen title={words.pageTitle} heading={words.accountHeading} width="card">
      {chosen}
      <Panel>
        <div className={formClass}>
          <p>{words.accountText}</p>
          <Link
            to="/register"
            className={buttonClass({ look: "primary", wide: true })}
            state={{ invited: choice.email ?? "" }}
            onClick={() => returnTo("/buy")}
          >
            {words.create}
          </Link>
          <Button
            wide
            onClick={() => {
              noteNavigation();
              // Whoever finds no account there signs up, and comes back here as well.
              returnTo("/buy");
              setKnown(true);
            }}
          >
            {words.haveAccount}
          </Button>
        </div>
      </Panel>
    </Screen>
  );
}

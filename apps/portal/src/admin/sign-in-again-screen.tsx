import { Button } from "@foyer/ui/button";
import { useState } from "react";
import { words } from "#words/admin";
import { signOut } from "../shared/requests/api.ts";
import { Actions, Panel } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";

/** Stands before the area in a session that a staff member opened without the code that her account asks for. */
export function SignInAgainScreen() {
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    await signOut();
  }

  return (
    <Screen title={words.againTitle} width="text">
      <Panel>
        <p>{words.againText}</p>
        <Actions>
          <Button look="primary" busy={leaving} onClick={() => void leave()}>
            {words.again}
          </Button>
        </Actions>
      </Panel>
    </Screen>
  );
}

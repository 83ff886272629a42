import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/passkeys";
import { ShownError } from "../failures/failure-sentence.ts";
import { FailureNotice } from "../screens/failure-notice.tsx";
import { Actions, formClass } from "../screens/panel.tsx";
import { userQuery } from "../requests/queries.ts";
import { useSubmit } from "../forms/use-submit.ts";
import { passkeysHere } from "./passkeys-here.ts";

interface PasskeyProofProps {
  /** True while the password is being sent. */
  disabled?: boolean;
  onProved: () => void;
}

/** Offers a passkey instead of the password to a person with one that this browser can use. */
export function PasskeyProof({ disabled = false, onProved }: PasskeyProofProps) {
  const user = useQuery(userQuery);
  const proving = useSubmit(async () => {
    const [{ proveByPasskey }, { passkeySentence }] = await Promise.all([
      import("./prove-by-passkey.ts"),
      import("./ceremony.ts"),
    ]);
    await proveByPasskey().catch((cause: unknown) => {
      throw new ShownError(passkeySentence(cause), { cause });
    });
    announce(words.proved);
    onProved();
  });
  if (user.data?.has_passkey !== true || !passkeysHere()) return null;
  return (
    <div className={formClass}>
      <FailureNotice failure={proving.failure} />
      <Actions>
        <Button small busy={proving.busy} disabled={disabled} onClick={() => proving.submit()}>
          {words.orPasskey}
        </Button>
      </Actions>
    </div>
  );
}

import { Button } from "@foyer/ui/button";
import { words } from "#words/sign-up";
import { formClass } from "../shared/screens/panel.tsx";
import type { SignUpEvent } from "./sign-up.ts";

interface InProgressStepProps {
  email: string;
  happened: (event: SignUpEvent) => void;
}

/** A sign-up was started in this browser before: continue it, or start again. */
export function InProgressStep({ email, happened }: InProgressStepProps) {
  return (
    <div className={formClass}>
      <p>{words.inProgress(email)}</p>
      <Button onClick={() => happened({ type: "startedOver" })}>{words.startOver}</Button>
      <Button look="primary" onClick={() => happened({ type: "continued" })}>
        {words.continue}
      </Button>
    </div>
  );
}

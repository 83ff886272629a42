import { Button } from "@foyer/ui/button";
import type { Submission } from "./use-submit.ts";

/** Says what takes long, and lets the person stop waiting for it; for an action outside of a `SubmitDialog`. */
export function WaitingLine({ waiting }: Pick<Submission<never>, "waiting">) {
  if (!waiting) return null;
  return (
    <p role="status">
      {waiting.text}{" "}
      <Button small look="quiet" onClick={waiting.onStop}>
        {waiting.stop}
      </Button>
    </p>
  );
}

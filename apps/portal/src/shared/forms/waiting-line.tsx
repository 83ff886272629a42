import { Button } from "@foyer/ui/button";
import type { Sending } from "./use-sending.ts";

/** Says what takes long, and lets the person stop waiting for it; for an action outside of a `FormDialog`. */
export function WaitingLine({ waiting }: Pick<Sending<unknown>, "waiting">) {
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

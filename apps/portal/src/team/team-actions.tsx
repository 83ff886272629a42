import { Button } from "@foyer/ui/button";
import { useId } from "react";
import { type ChangeableFacts, subscriptionActions } from "../shared/subscription/subscription-actions.ts";
import type { FlowName } from "../shared/subscription/use-open-flow.ts";
import styles from "./team-page.module.css";

/** The actions for the subscription; an unavailable one shows the reason (TEAM-05). */
export function TeamActions({ facts, onChoose }: { facts: ChangeableFacts; onChoose: (flow: FlowName) => void }) {
  const id = useId();
  const actions = subscriptionActions(facts);
  const reasons = [...new Set(actions.flatMap(({ unavailable }) => unavailable ?? []))];
  return (
    <div>
      <div className={styles.actions}>
        {actions.map(({ flow, label, unavailable }) => (
          <Button
            // The same button turns auto-renewal off and on, so that it keeps the focus.
            key={flow === "resume" ? "cancel" : flow}
            look={flow === "seats" || flow === "resume" ? "primary" : "secondary"}
            disabled={unavailable !== null}
            aria-describedby={unavailable === null ? undefined : id}
            onClick={() => onChoose(flow)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p id={id} className={styles.reason}>
        {reasons.join(" ")}
      </p>
    </div>
  );
}

import type { Manager } from "@foyer/contract/managers";
import { Button } from "@foyer/ui/button";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { words } from "#words/team";
import {
  type ChangeableFacts,
  type SubscriptionAction,
  subscriptionActions,
} from "../shared/subscription/subscription-actions.ts";
import type { FlowName } from "../shared/subscription/use-open-flow.ts";
import { managersQuery } from "../shared/subscription/managers-query.ts";
import styles from "./team-page.module.css";

interface TeamActionsProps {
  licenseId: string;
  facts: ChangeableFacts;
  /** False for a manager who does not pay, and so cannot use the buttons (LOOK-13). */
  isPayer: boolean;
  onChoose: (flow: FlowName) => void;
}

/** Ending a subscription is the least prominent action. */
const looks = { seats: "primary", resume: "primary", cancel: "quiet", cycle: "secondary" } as const;

/** The actions for the subscription; an unavailable one shows the reason (TEAM-05). */
export function TeamActions({ licenseId, facts, isPayer, onChoose }: TeamActionsProps) {
  const id = useId();
  const managers = useQuery({ ...managersQuery(licenseId), enabled: !isPayer });
  const actions = subscriptionActions(facts);
  return (
    <div>
      <div className={styles.actions}>
        {actions.map(({ flow, label, unavailable }) => (
          <Button
            // The same button turns auto-renewal off and on, so that it keeps the focus.
            key={flow === "resume" ? "cancel" : flow}
            look={isPayer ? looks[flow] : "secondary"}
            disabled={unavailable !== null}
            aria-describedby={unavailable === null && isPayer ? undefined : id}
            onClick={() => onChoose(flow)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div id={id} className={styles.reason}>
        {!isPayer && !managers.isPending && (
          <OthersButtons
            payer={managers.data?.find(({ is_payer: pays }) => pays) ?? null}
            labels={actions.map(({ label }) => label)}
          />
        )}
        {reasonsOf(actions).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
    </div>
  );
}

/** Returns each reason once, with the actions that it explains unless it explains all. */
function reasonsOf(actions: readonly SubscriptionAction[]): readonly string[] {
  const reasons = new Set(actions.flatMap(({ unavailable }) => unavailable ?? []));
  return [...reasons].map((reason) => {
    const explained = actions.filter(({ unavailable }) => unavailable === reason);
    if (explained.length === actions.length) return reason;
    return words.reasonOf(new Intl.ListFormat("en").format(explained.map(({ label }) => label)), reason);
  });
}

/** Says who may use the buttons, because the viewer does not pay. */
function OthersButtons({ payer, labels }: { payer: Manager | null; labels: readonly string[] }) {
  const all = new Intl.ListFormat("en").format(labels);
  if (!payer) return <p>{words.onlyOther(all)}</p>;
  return (
    <p>
      {words.onlyPayer(payer.username, all)} {payer.email !== "" && <a href={`mailto:${payer.email}`}>{payer.email}</a>}
    </p>
  );
}

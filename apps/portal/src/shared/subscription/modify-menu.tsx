import { Menu } from "@foyer/ui/menu";
import { words } from "#words/subscription";
import { subscriptionActions } from "./subscription-actions.ts";
import type { SubscriptionFacts } from "./subscription-facts.ts";
import type { FlowName } from "./use-open-flow.ts";

/** The modify-subscription menu; what cannot be done now says why. */
export function ModifyMenu({ facts, onChoose }: { facts: SubscriptionFacts; onChoose: (flow: FlowName) => void }) {
  return (
    <Menu
      label={words.modify}
      small
      items={subscriptionActions(facts).map(({ flow, label, unavailable }) => ({
        label,
        onSelect: () => onChoose(flow),
        unavailable: unavailable ?? undefined,
      }))}
    />
  );
}

import { Menu } from "@foyer/ui/menu";
import { words } from "#words/subscription";
import { subscriptionActions } from "../../shared/subscription/subscription-actions.ts";
import type { SubscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import type { FlowName } from "../../shared/subscription/use-open-flow.ts";

interface ModifyMenuProps {
  facts: SubscriptionFacts;
  onChoose: (flow: FlowName) => void;
}

/** The actions for a subscription; an unavailable one shows the reason. */
export function ModifyMenu({ facts, onChoose }: ModifyMenuProps) {
  const items = subscriptionActions(facts).map(({ flow, label, unavailable }) => ({
    label,
    unavailable: unavailable ?? undefined,
    onSelect: () => onChoose(flow),
  }));
  return <Menu label={words.modify} items={items} small />;
}

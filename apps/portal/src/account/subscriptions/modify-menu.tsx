import { Menu } from "@foyer/ui/menu";
import { words as account } from "#words/account";
import { words } from "#words/subscription";
import { subscriptionActions } from "../../shared/subscription/subscription-actions.ts";
import type { SubscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import type { FlowName } from "../../shared/subscription/use-open-flow.ts";

interface ModifyMenuProps {
  facts: SubscriptionFacts;
  /** The license's name. */
  of: string;
  onChoose: (flow: FlowName) => void;
}

/** The actions for a subscription; an unavailable one shows the reason. */
export function ModifyMenu({ facts, of, onChoose }: ModifyMenuProps) {
  const items = subscriptionActions(facts).map(({ flow, label, unavailable }) => ({
    label,
    unavailable: unavailable ?? undefined,
    onSelect: () => onChoose(flow),
  }));
  return <Menu label={words.modify} name={account.actOn(words.modify, of)} items={items} small />;
}

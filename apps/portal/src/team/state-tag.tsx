import type { ManagedLicense } from "@foyer/contract/licenses";
import { Tag } from "@foyer/ui/tag";
import { words } from "#words/team";

/** How the licence's subscription stands, in a word; nothing for a licence without one. */
export function StateTag({ licence }: { licence: ManagedLicense }) {
  if (licence.subscription_state === undefined) return null;
  if (licence.subscription_state === "inactive") return <Tag kind="danger">{words.endedTag}</Tag>;
  if (licence.subscription_status === "past_due") return <Tag kind="danger">{words.pastDueTag}</Tag>;
  if (licence.cancel_at_period_end) return <Tag kind="warning">{words.endsTag}</Tag>;
  return <Tag kind="success">{words.active}</Tag>;
}

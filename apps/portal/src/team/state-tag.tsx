import type { ManagedLicense } from "@foyer/contract/licenses";
import { Tag } from "@foyer/ui/tag";
import { words } from "#words/team";

/** The state of the license's subscription, in one word; nothing for a license without one. */
export function StateTag({ license }: { license: ManagedLicense }) {
  if (license.subscription_state === undefined) return null;
  if (license.subscription_state === "inactive") return <Tag kind="danger">{words.endedTag}</Tag>;
  if (license.subscription_status === "past_due") return <Tag kind="danger">{words.pastDueTag}</Tag>;
  if (license.cancel_at_period_end) return <Tag kind="warning">{words.endsTag}</Tag>;
  return <Tag kind="success">{words.active}</Tag>;
}

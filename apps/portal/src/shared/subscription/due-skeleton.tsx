import { Notice } from "@foyer/ui/notice";
import { Skeleton } from "@foyer/ui/placeholders";
import { words } from "#words/common";

/** The outline of the notice of a failed payment, so that nothing moves when it arrives (LOOK-16). */
export function DueSkeleton() {
  return (
    <Notice kind="danger" announced={false}>
      <Skeleton label={words.loading} lines={[0.6, 0.8]} />
    </Notice>
  );
}

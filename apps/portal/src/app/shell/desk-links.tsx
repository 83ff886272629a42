import { words } from "#words/shell";
import { brand } from "../../shared/settings/settings.ts";

/**
 * Links to the consumer desk, which the purchase service serves (DESK-01). The prerendered page has them for every vendor, and the host
 * takes those with `data-desk` out again for one without a desk.
 */
export function DeskLinks() {
  if (brand.hasDesk !== true) return null;
  return (
    <>
      <a href="/withdraw" data-desk="">
        {words.withdraw}
      </a>
      <a href="/cancel" data-desk="">
        {words.cancelContracts}
      </a>
    </>
  );
}

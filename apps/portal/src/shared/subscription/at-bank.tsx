import { Notice } from "@foyer/ui/notice";
import { words } from "#words/subscription";

/** Stands in the page while the bank's own window is open over it. */
export function AtBank() {
  return (
    <Notice kind="info" title={words.atBank}>
      {words.atBankText}
    </Notice>
  );
}

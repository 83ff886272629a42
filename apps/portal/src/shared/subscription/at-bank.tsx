import { Notice } from "@foyer/ui/notice";
import { words } from "#words/subscription";

/** Shown in the page while the bank's window is open above it. */
export function AtBank() {
  return (
    <Notice kind="info" title={words.atBank}>
      {words.atBankText}
    </Notice>
  );
}

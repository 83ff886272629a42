import { Notice } from "@foyer/ui/notice";
import type { ReactNode } from "react";
import { words } from "#words/subscription";
import { mutedClass } from "../panel.tsx";
import { brand } from "../settings.ts";
import type { Settlement, SettlementFailure } from "./settlement.ts";

interface FailureNoticeProps {
  failure: SettlementFailure;
  title: string;
  action?: ReactNode;
}

/** Shows what failed, what was not done, and the next step (QTY-10, QTY-11). */
export function FailureNotice({ failure, title, action }: FailureNoticeProps) {
  return (
    <Notice kind={failure.kind === "unknown" ? "warning" : "danger"} title={title} action={action}>
      <p>
        {failure.sentence} {help[failure.kind]}
      </p>
      <p>
        {words.writeToSales} <a href={`mailto:${brand.salesEmail}`}>{brand.salesEmail}</a>.
      </p>
      {failure.request && <p className={mutedClass}>{failure.request}</p>}
    </Notice>
  );
}

const help: Record<SettlementFailure["kind"], string> = {
  declined: words.declinedHelp,
  authentication: words.authenticationHelp,
  outdated: words.outdatedHelp,
  forbidden: words.unchangedHelp,
  unknown: words.unknownHelp,
  other: words.unchangedHelp,
};

/** Returns a sentence about the running step; null if none is running. */
export function workSentence(now: Settlement): string | null {
  if (now.step === "recording") return words.recording;
  if (now.step === "charging") return words.charging;
  if (now.step === "confirming") return words.confirming;
  return now.step === "authenticating" ? words.atBankText : null;
}

import { call } from "@foyer/api-client/client";
import type { RefusalCode } from "@foyer/contract/refusals";
import { words } from "#words/password-reset";
import { AskForMail } from "../shared/forms/ask-for-mail.tsx";
import { codeOf } from "../shared/failures/failure-code.ts";
import { api } from "../shared/requests/api.ts";

/** The address of the account, and the button that sends the link. */
export function AskForLink() {
  return (
    <AskForMail
      words={{
        pageTitle: words.pageTitle,
        help: words.help,
        email: words.email,
        submit: words.submit,
        back: words.back,
        sent: words.sent,
        sentHelp: words.sentHelp,
      }}
      ask={(address) => call(api, "requestPasswordReset", { body: { email_address: address } })}
      sentenceFor={sentenceFor}
    />
  );
}

const LIMITED: RefusalCode<"rate.limited"> = 1003;

function sentenceFor(failure: unknown): string | null {
  const code = codeOf(failure);
  if (code === 3027) return words.unknownAddress;
  // The service says until when.
  return code === LIMITED ? null : words.failed;
}

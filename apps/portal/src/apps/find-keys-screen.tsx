import { call } from "@foyer/api-client/client";
import { words } from "#words/find-keys";
import { api } from "../shared/requests/api.ts";
import { AskForMail } from "../shared/forms/ask-for-mail.tsx";

/** Mails the license keys of an address (WAL-18). The screen shows the same text for every address. */
export function FindKeysScreen() {
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
      ask={(address) => call(api, "findLicenseKeys", { body: { email_address: address } })}
    />
  );
}

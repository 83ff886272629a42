import { useLocation } from "react-router";
import { call } from "@foyer/api-client/client";
import { words } from "#words/password-reset";
import { NewPassword } from "./new-password.tsx";
import { AskForMail } from "../shared/forms/ask-for-mail.tsx";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { api } from "../shared/requests/api.ts";

/** Requests the mail, or sets the new password by the mailed link. */
export function PasswordResetScreen() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  return token ? <NewPassword token={token} /> : <AskForLink />;
}

/** The address of the account, and the button that sends the link. */
function AskForLink() {
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
      sentenceFor={(failure) => (refusalOf(failure) === "rate.limited" ? null : words.failed)}
      ofAddress={{ "input.invalid": words.failed }}
    />
  );
}

import { useLocation } from "react-router";
import { call } from "@foyer/api-client/client";
import { words } from "#words/password-reset";
import { NewPassword } from "./new-password.tsx";
import { AskForMail } from "../shared/forms/ask-for-mail.tsx";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { api } from "../shared/requests/api.ts";

/** Requests the mail, or sets the new password by the mailed link. */
export function PasswordResetScreen() {
  const query = new URLSearchParams(useLocation().search);
  const token = query.get("token");
  if (token) return <NewPassword token={token} />;
  return query.has("account-name") ? <AskForLink key="name" {...words.ofName} /> : <AskForLink {...words.ofPassword} />;
}

/** The address of the account, and the button that sends its name and a link that sets a new password. */
function AskForLink({ failed, ...own }: typeof words.ofPassword) {
  return (
    <AskForMail
      words={{ ...own, email: words.email, back: words.back, sent: words.sent }}
      ask={(address) => call(api, "requestPasswordReset", { body: { email_address: address } })}
      sentenceFor={(failure) => (refusalOf(failure) === "rate.limited" ? null : failed)}
      ofAddress={{ "input.invalid": failed }}
    />
  );
}

import { useLocation } from "react-router";
import { AskForLink } from "./ask-for-link.tsx";
import { NewPassword } from "./new-password.tsx";

/** Requests the mail, or sets the new password by the mailed link. */
export function PasswordResetScreen() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  return token ? <NewPassword token={token} /> : <AskForLink />;
}

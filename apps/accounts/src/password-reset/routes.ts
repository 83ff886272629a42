import { confirmPasswordReset, requestPasswordReset } from "@foyer/contract/user";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { confirmed } from "../done.ts";
import { limitGuesses } from "../mailed-secrets/limit-guesses.ts";
import { resetPassword } from "./confirm-password-reset.ts";
import { mailResetLink } from "./request-password-reset.ts";

export function passwordResetRoutes(deps: Deps): Route[] {
  return [
    route(requestPasswordReset, async ({ body, ...origin }) => {
      await mailResetLink(deps, body.email_address, origin);
      return confirmed;
    }),
    route(confirmPasswordReset, async ({ body, ...origin }) => {
      await limitGuesses(deps, origin.ip, () => resetPassword(deps, body, origin));
      return confirmed;
    }),
  ];
}

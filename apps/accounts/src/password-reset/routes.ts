import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { confirmed } from "../done.ts";
import { limitGuesses } from "../secrets/limit-guesses.ts";
import { confirmPasswordReset, readPasswordReset } from "./confirm-password-reset.ts";
import { requestPasswordReset } from "./request-password-reset.ts";

export function passwordResetRoutes(deps: Deps) {
  return routes({
    requestPasswordReset: async ({ body, ...origin }) => {
      await requestPasswordReset(deps, body.email_address, origin);
      return confirmed;
    },
    readPasswordReset: ({ body, ip }) => limitGuesses(deps, ip, () => readPasswordReset(deps, body.token)),
    confirmPasswordReset: async ({ body, ...origin }) => {
      await limitGuesses(deps, origin.ip, () => confirmPasswordReset(deps, body, origin));
      return confirmed;
    },
  });
}

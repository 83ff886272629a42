import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { confirmed, done } from "../done.ts";
import { limitGuesses } from "../secrets/limit-guesses.ts";
import { changeEmail } from "./change-email.ts";
import { changePassword } from "./change-password.ts";
import { checkAccountName } from "./check-account-name.ts";
import { completeSignUp } from "./complete-sign-up.ts";
import { confirmEmail, undoEmail } from "./email-links.ts";
import { readUser } from "./read-user.ts";
import { withCookie } from "../sessions/refresh-cookie.ts";
import { confirmSignUpKey, startInvitedSignUp, startSignUp } from "./start-sign-up.ts";

function signUpRoutes(deps: Deps) {
  return routes({
    completeSignUp: async ({ body, caller, ...call }) => ({
      ...done,
      updated_attributes: ["account_name", "password"],
      ...(await withCookie(deps, call, () => completeSignUp(deps, caller.signupId, body, call))),
    }),
    confirmSignUpKey: async ({ body, ip }) => ({
      ...confirmed,
      token: {
        access_token: await limitGuesses(deps, ip, () => confirmSignUpKey(deps, body.email_address, body.confirm_key)),
      },
    }),
    startSignUp: async ({ body, ...origin }) => {
      await startSignUp(deps, body.email_address, origin);
      return confirmed;
    },
    startInvitedSignUp: async ({ params, body, ...origin }) => {
      const { email, token } = await startInvitedSignUp(deps, params.reference, body.proof, origin);
      return { ...done, email, token: { access_token: token } };
    },
    checkAccountName: ({ body, ip }) => checkAccountName(deps, body.account_name, ip),
  });
}

export function personRoutes(deps: Deps) {
  const own = routes({
    changePassword: async ({ body, caller, ...origin }) => {
      await changePassword(deps, caller, body, origin);
      return { ...done, updated_attributes: ["password"] };
    },
    changeEmail: async ({ body, caller, ...origin }) => ({
      ...done,
      updated_attributes: ["email_address"],
      userinfo: await changeEmail(deps, caller, body, origin),
    }),
    readUser: async ({ caller }) => ({ userinfo: await readUser(deps, caller) }),
    confirmEmail: async ({ body, ...origin }) => ({
      ...done,
      email: await limitGuesses(deps, origin.ip, () => confirmEmail(deps, body.token, origin)),
    }),
    undoEmail: async ({ body, ...origin }) => ({
      ...done,
      email: await limitGuesses(deps, origin.ip, () => undoEmail(deps, body.token, origin)),
    }),
  });
  return { ...signUpRoutes(deps), ...own };
}

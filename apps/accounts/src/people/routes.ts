import {
  changeEmail,
  changePassword,
  checkAccountName,
  completeSignUp,
  confirmEmail,
  confirmSignUpKey,
  readUser,
  startSignUp,
  undoEmail,
} from "@foyer/contract/user";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { confirmed, done } from "../done.ts";
import { limitGuesses } from "../mailed-secrets/limit-guesses.ts";
import { askForEmail } from "./change-email.ts";
import { changePasswordOf } from "./change-password.ts";
import { checkName } from "./check-account-name.ts";
import { completeSignUpOf } from "./complete-sign-up.ts";
import { confirmNewEmail } from "./confirm-email.ts";
import { tradeConfirmKey } from "./confirm-sign-up-key.ts";
import { readUserInfo } from "./read-user.ts";
import { mailConfirmKey } from "./start-sign-up.ts";
import { undoEmailChange } from "./undo-email.ts";

function signUpRoutes(deps: Deps): Route[] {
  return [
    route(completeSignUp, async ({ body, caller, ...origin }) => ({
      ...done,
      updated_attributes: ["account_name", "password"],
      ...(await completeSignUpOf(deps, caller.signupId, body, origin)),
    })),
    route(confirmSignUpKey, async ({ body, ip }) => ({
      ...confirmed,
      token: {
        access_token: await limitGuesses(deps, ip, () => tradeConfirmKey(deps, body.email_address, body.confirm_key)),
      },
    })),
    route(startSignUp, async ({ body, ...origin }) => {
      await mailConfirmKey(deps, body.email_address, origin);
      return confirmed;
    }),
    route(checkAccountName, ({ body, ip }) => checkName(deps, body.account_name, ip)),
  ];
}

export function personRoutes(deps: Deps): Route[] {
  return [
    // Several share `POST user/`: the first that the body fits is meant, and reading comes last.
    ...signUpRoutes(deps),
    route(changePassword, async ({ body, caller, ...origin }) => {
      await changePasswordOf(deps, caller, body, origin);
      return { ...done, updated_attributes: ["password"] };
    }),
    route(changeEmail, async ({ body, caller, ...origin }) => ({
      ...done,
      updated_attributes: ["email_address"],
      userinfo: await askForEmail(deps, caller, body, origin),
    })),
    route(readUser, async ({ caller }) => ({ userinfo: await readUserInfo(deps, caller) })),
    route(confirmEmail, async ({ body, ...origin }) => ({
      ...done,
      email: await limitGuesses(deps, origin.ip, () => confirmNewEmail(deps, body.token, origin)),
    })),
    route(undoEmail, async ({ body, ...origin }) => ({
      ...done,
      email: await limitGuesses(deps, origin.ip, () => undoEmailChange(deps, body.token, origin)),
    })),
  ];
}

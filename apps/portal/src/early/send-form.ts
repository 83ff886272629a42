import { call, createClient } from "@foyer/api-client/client";
import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { askForAccountParts } from "../shared/served/account-parts.ts";
import { baseAddresses } from "../shared/settings/base-addresses.ts";
import type { EarlyAnswer } from "../shared/served/early-sign-in.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { valuesOf } from "../shared/forms/form-values.ts";
import { reloadOnce } from "../shared/storage/reload-once.ts";
import { readSettings } from "../shared/settings/settings.ts";
import { signInOutcome } from "../shared/session/sign-in-outcome.ts";
import { storeSession } from "../shared/storage/stored.ts";
import { showBusy, showMessage } from "./form-looks.ts";
import { reloadOrSay } from "./first-screen.ts";
import { askForPortal } from "./portal-parts.ts";

/** Called with the access token once the session is stored. */
type OnSignedIn = (accessToken: string) => void;

/** Sends the form, and loads the application at the same time, which continues with the answer. Shows a refusal. */
export async function sendForm(form: HTMLFormElement, onSignedIn: OnSignedIn): Promise<EarlyAnswer> {
  showBusy(true);
  showMessage(null);
  const { username = "", password = "" } = valuesOf(form);
  const sent = signIn({ username: username.trim(), password }, onSignedIn);
  // The sign-in request must be first in the browser's queue.
  await new Promise((next) => setTimeout(next));
  const portal = askForPortal();
  portal.catch(() => null);
  askForAccountParts();
  const given = await sent;
  if (given.kind === "signed_in") portal.catch(reloadOrSay);
  const answer = given.kind === "signed_in" || given.kind === "refused" ? given : await handedOver(portal, given);
  if (answer.kind === "refused") showBusy(false);
  return answer;
}

async function signIn(typed: { username: string; password: string }, onSignedIn: OnSignedIn): Promise<EarlyAnswer> {
  try {
    const client = createClient({ baseUrls: baseUrls(), keepsCookie: true });
    const answer = await call(client, "signIn", { body: typed });
    if (signInOutcome(answer) !== "signed_in") return { kind: "no_session", answer, typed };
    storeSession(answer.token);
    onSignedIn(answer.token.access_token);
    return { kind: "signed_in", userinfo: answer.userinfo };
  } catch (failure) {
    const refusal = refusalOf(failure);
    if (failure instanceof ApiError && (refusal === "account.closed" || refusal === "session.second_factor_required")) {
      return { kind: "refused_further", failure, typed };
    }
    showMessage(sentenceOf(failure));
    return { kind: "refused" };
  }
}

/** Waits for the application, which continues from that answer. If it fails to load, says so; the form can be sent again. */
async function handedOver(portal: Promise<unknown>, answer: EarlyAnswer): Promise<EarlyAnswer> {
  try {
    // The application waits for this answer before it renders.
    await portal;
    return answer;
  } catch {
    sayMissing();
    return { kind: "refused" };
  }
}

let timesMissed = 0;

/** Says that the application could not be loaded. The second time, reloads: the page may be older than the host's release. */
export function sayMissing() {
  timesMissed += 1;
  if (timesMissed > 1) reloadOnce();
  showMessage(sentenceOf(new NetworkError("unreachable", null)));
}

function baseUrls() {
  const { accountsUrl, purchaseUrl } = baseAddresses(readSettings(), location.hostname);
  return { accounts: accountsUrl, purchase: purchaseUrl };
}

import type { CallReply } from "@foyer/api-client/call-types";
import { readStoredView } from "../storage/stored.ts";
import { passkeysHere } from "./passkeys-here.ts";

/** Tells the platform which passkeys the account still has, so that it stops offering removed ones, if it supports that. */
export function signalAccepted({ accepted }: Pick<CallReply<"listPasskeys">, "accepted">) {
  // A staff member who views the account does not hold its passkeys.
  if (!accepted || !passkeysHere() || readStoredView()) return;
  const { PublicKeyCredential: kind } = window;
  if (!("signalAllAcceptedCredentials" in kind)) return;
  const { rp_id: rpId, user_id: userId, credential_ids: ids } = accepted;
  void kind.signalAllAcceptedCredentials({ rpId, userId, allAcceptedCredentialIds: ids }).catch(() => null);
}

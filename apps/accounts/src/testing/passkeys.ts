import { addressFor } from "@foyer/testing/caller-address";
import { type SoftwareAuthenticator, softwareAuthenticator } from "./software-authenticator.ts";
import { type Answer, portal, type TestAccounts } from "./test-accounts.ts";

/** Adds a passkey to the account of that token. Returns the authenticator that has it. */
export async function addPasskey(
  service: TestAccounts,
  token: string,
  { name = "A laptop", counts = true, instance = 0 } = {},
): Promise<SoftwareAuthenticator & { readonly id: string }> {
  const device = softwareAuthenticator(portal, counts);
  const started = await service.call("POST", "user/passkeys/options/", { token, body: {}, instance });
  if (started.status !== 200) throw new Error(`no passkey was started: ${JSON.stringify(started.body)}`);
  const body = { name, credential: device.register(started.body.options) };
  const added = await service.call("POST", "user/passkeys/", { token, body, instance });
  if (added.status !== 200) throw new Error(`no passkey was added: ${JSON.stringify(added.body)}`);
  return { ...device, id: added.body.passkey.id };
}

/** A separate IP address for each device. */
export const addressOf = ({ credentialId }: SoftwareAuthenticator): string => addressFor(credentialId);

/** Signs in with a passkey. */
export async function signInWith(service: TestAccounts, device: SoftwareAuthenticator, instance = 0): Promise<Answer> {
  const { body: started } = await service.call("POST", "signin/passkey/options/", { body: {}, instance });
  const body = { challenge_token: started.challenge_token, credential: device.sign(started.options) };
  return service.call("POST", "signin/passkey/", { body, instance, ip: addressOf(device) });
}

/** Proves the person of that token by a passkey. */
export async function proveWith(service: TestAccounts, device: SoftwareAuthenticator, token: string): Promise<Answer> {
  const { body: started } = await service.post("user/proof/passkey/options/", {}, token);
  return service.post("user/proof/passkey/", { credential: device.sign(started.options) }, token);
}

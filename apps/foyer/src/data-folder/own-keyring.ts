import type { Config } from "@foyer/service-kit/config";
import { type Keyring, keyringOf } from "@foyer/service-kit/keyring";
import { ownSecrets } from "./secrets.ts";

/**
 * Returns this installation's keys: first those of `SECRETS_KEY`, then the configured service credential, then the one
 * in the data folder. With this order, a first `SECRETS_KEY` can still decrypt what was encrypted before it.
 */
export function ownKeyring({ secretsKeys, serviceCredential, dataDir }: Config): Keyring {
  const own = ownSecrets(dataDir).serviceCredential;
  const [first = own, ...further] = [...secretsKeys, ...(serviceCredential === null ? [] : [serviceCredential])];
  return keyringOf([first, ...further, own]);
}

import type { Config } from "@foyer/service-kit/config";
import { type Keyring, keyringOf } from "@foyer/service-kit/keyring";
import { ownSecrets } from "./secrets.ts";

/**
 * The keys of this installation: those of `SECRETS_KEY`; behind them, or in their place, the service credential that was set, and the one
 * that the data folder has. So a first `SECRETS_KEY` finds what was encrypted before it was there.
 */
export function ownKeyring({ secretsKeys, serviceCredential, dataDir }: Config): Keyring {
  const own = ownSecrets(dataDir).serviceCredential;
  const [first = own, ...further] = [...secretsKeys, ...(serviceCredential === null ? [] : [serviceCredential])];
  return keyringOf([first, ...further, own]);
}

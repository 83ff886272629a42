import type { Provider } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { hasNoKeys } from "./key-store.ts";
import { publishedKeys, rotateKeys } from "./signing-keys.ts";

/** Holds the provider and builds a new one when its keys change. */
export interface ProviderKeeper {
  /** @param isFresh true if keys that another process has just added must be known. */
  provider(isFresh?: boolean): Promise<Provider>;
}

/** How long keys are cached, in milliseconds. */
const FRESH_MS = 5_000;

export function providerKeeper(deps: Deps): ProviderKeeper {
  const { db, clock, keyring } = deps;
  let held: { readonly provider: Provider; readonly kids: string } | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Provider> | null = null;

  async function read(): Promise<Provider> {
    let keys = await publishedKeys(db, keyring, clock.now());
    if (keys.length === 0) {
      // There are no keys, or none that this installation can decrypt: creates new ones.
      await rotateKeys(db, keyring, clock.now(), await hasNoKeys(db));
      keys = await publishedKeys(db, keyring, clock.now());
    }
    const kids = keys.map(({ kid }) => kid).join(" ");
    if (held?.kids !== kids) {
      // Loaded with the first request of an app, because the library takes a tenth of a process's start and 45 MB.
      const { newProvider } = await import("./provider.ts");
      held = { provider: newProvider(deps, keys), kids };
    }
    readAt = performance.now();
    return held.provider;
  }

  return {
    provider: async (isFresh = false) => {
      if (held && !isFresh && performance.now() - readAt < FRESH_MS) return held.provider;
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}

import { Provider } from "oidc-provider";
import type { Refresh } from "./refresh-store.ts";
import type { NewToken } from "../stores/app-token-store.ts";

/** A refresh under way: what was read at its start, and what is written with its access token. */
export interface RefreshUnderWay {
  readonly hash: Buffer;
  readonly read: Refresh;
  /** Null until the provider saves it. */
  successor: NewToken | null;
}

const underWay = new WeakMap<object, RefreshUnderWay>();

/** Returns the refresh that the provider works on; null for any other request. */
export function refreshUnderWay(): RefreshUnderWay | null {
  const req = Provider.ctx?.req;
  return (req && underWay.get(req)) ?? null;
}

/** Notes what was read for the refresh that the provider works on. */
export function noteRefresh(hash: Buffer, read: Refresh): void {
  const req = Provider.ctx?.req;
  if (req) underWay.set(req, { hash, read, successor: null });
}

import type { Deps } from "../deps.ts";
import { authenticatedAt, type BrowserSession } from "./request-store.ts";

const machineSeconds = (): number => Math.floor(Date.now() / 1_000);

/** A time of the database as the provider counts: seconds by the machine's clock. */
export function asProviderTime({ clock }: Pick<Deps, "clock">, time: Date): number {
  return machineSeconds() + Math.floor((time.getTime() - clock.now().getTime()) / 1_000);
}

/**
 * Returns when and how the person of a session authenticated, for id tokens. Leaves out `tb`, because a trusted browser is not
 * an authentication.
 */
export const authenticationOf = (
  deps: Pick<Deps, "clock">,
  session: Pick<BrowserSession, "amr" | "started_at" | "proved_at">,
): { readonly at: number; readonly amr: string[] } => ({
  at: asProviderTime(deps, authenticatedAt(session)),
  amr: session.amr.filter((method) => method !== "tb"),
});

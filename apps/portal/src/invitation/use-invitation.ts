import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import type { Invitation } from "@foyer/contract/invitations";
import { isInvitationReference } from "@foyer/domain/invitations";
import { api } from "../shared/requests/api.ts";
import { useAnswer } from "../shared/requests/use-answer.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";

/** An invitation that was not accepted in time. */
export interface ExpiredInvitation {
  /** The end of its validity, ISO 8601. */
  readonly at: string;
  /** Address of the manager who can send a new one. */
  readonly manager: string;
}

export type InvitationView =
  | { readonly state: "loading" }
  /** Expired; or used, withdrawn or unknown: the service does not say which of these. */
  | { readonly state: "dead"; readonly expired: ExpiredInvitation | null }
  | { readonly state: "failed"; readonly failure: unknown }
  /** Too many unknown links were opened from this network; a later request may succeed. */
  | { readonly state: "limited"; readonly seconds: number }
  | { readonly state: "open"; readonly invitation: Invitation };

/** Returns the reference in a URL's query; empty if there is none. */
export function referenceIn(search: string): string {
  return new URLSearchParams(search).get("ref") ?? "";
}

/** Returns the proof of the invited address in a URL's query, which only the mailed link has; undefined in others. */
export function proofIn(search: string): string | undefined {
  return new URLSearchParams(search).get("proof") ?? undefined;
}

/** Reads the invitation of a reference; needs no session. A reference that is too short counts as used. */
export async function lookAt(reference: string, proof?: string): Promise<InvitationView> {
  if (!isInvitationReference(reference)) return { state: "dead", expired: null };
  try {
    return {
      state: "open",
      invitation: await call(api, "readInvitation", { params: { reference }, query: { proof } }),
    };
  } catch (failure) {
    if (refusalOf(failure) === "invitation.dead") return { state: "dead", expired: expiredIn(failure) };
    throw failure;
  }
}

function expiredIn(failure: unknown): ExpiredInvitation | null {
  if (!(failure instanceof ApiError)) return null;
  const { expires_date: at, manager_email: manager } = failure.body;
  return typeof at === "string" && typeof manager === "string" ? { at, manager } : null;
}

function withWait(view: InvitationView): InvitationView {
  if (view.state !== "failed" || refusalOf(view.failure) !== "rate.limited") return view;
  return { state: "limited", seconds: (view.failure instanceof ApiError ? view.failure.retryAfter : null) ?? 60 };
}

/** Returns the code of a short link that was refused because of the limit, and the waiting time; null in other URLs. */
function refusedLink(search: string): { readonly code: string; readonly seconds: number } | null {
  const query = new URLSearchParams(search);
  const code = query.get("code");
  return code === null ? null : { code, seconds: Number(query.get("wait")) || 60 };
}

/**
 * Returns the invitation in a URL, and a function that reads it again. Does not use the query cache, which signed-out
 * people do not have.
 *
 * @param search query of the page's URL, such as `?ref=…`.
 */
export function useInvitation(search: string): { view: InvitationView; again: () => void } {
  const reference = referenceIn(search);
  const proof = proofIn(search);
  const link = refusedLink(search);
  const { asked, again } = useAnswer(() => lookAt(reference, proof), `${reference} ${proof}`);
  if (link) {
    const open = () => location.assign(`/i/${encodeURIComponent(link.code)}`);
    return { view: { state: "limited", seconds: link.seconds }, again: open };
  }
  return { view: withWait(asked.state === "there" ? asked.value : asked), again };
}

import { call } from "@foyer/api-client/client";
import type { Invitation } from "@foyer/contract/invitations";
import { isInvitationReference } from "@foyer/domain/invitations";
import { useCallback, useEffect, useState } from "react";
import { api } from "../shared/api.ts";
import { codeOf } from "../shared/failure-code.ts";

const DEAD = 12001;

export type InvitationView =
  | { readonly state: "loading" }
  /** Used, withdrawn, expired or unknown: the service does not say which. */
  | { readonly state: "dead" }
  | { readonly state: "failed"; readonly failure: unknown }
  | { readonly state: "open"; readonly invitation: Invitation };

/** The reference in an address; empty where there is none. */
export function referenceIn(search: string): string {
  return new URLSearchParams(search).get("ref") ?? "";
}

/** Looks at the invitation of a reference; anybody may who has it, signed in or not. One that is too short counts as used. */
export async function lookAt(reference: string): Promise<InvitationView> {
  if (!isInvitationReference(reference)) return { state: "dead" };
  try {
    return { state: "open", invitation: await call(api, "readInvitation", { params: { reference } }) };
  } catch (failure) {
    return codeOf(failure) === DEAD ? { state: "dead" } : { state: "failed", failure };
  }
}

/** The invitation, and a way to ask again. Without the query cache, which signed-out people do not have. */
export function useInvitation(reference: string): { view: InvitationView; again: () => void } {
  const [view, setView] = useState<InvitationView>({ state: "loading" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void lookAt(reference).then((found) => {
      if (isCurrent) setView(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [reference, round]);
  const again = useCallback(() => {
    setView({ state: "loading" });
    setRound((before) => before + 1);
  }, []);
  return { view, again };
}

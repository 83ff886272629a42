import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { waitingAppRequest } from "../storage/app-request.ts";
import { userQuery } from "../requests/queries.ts";
import { lastAccountId } from "../requests/query-client.ts";
import { currentSession } from "../session/session.ts";
import { chooseTeam, lastChosenTeam } from "../storage/team-choice.ts";

interface WayBack {
  readonly address: string;
  readonly team: string | null;
}

/**
 * Redirects to the sign-in form from a page that requires a session; if the session ended there, sign-in leads back
 * to it.
 */
export function ToSignIn() {
  const { pathname, search, hash } = useLocation();
  const session = currentSession();
  const hasEnded = !session.signedIn && session.notice !== null;
  const wayBack: WayBack = { address: `${pathname}${search}${hash}`, team: lastChosenTeam() };
  return <Navigate to="/" replace state={hasEnded ? { wayBack } : null} />;
}

/** Leads back to where the session ended, once the same person has signed in again (SIGNIN-05), or to the app that waits for her (OIDC-06); otherwise shows its children. */
export function LeadBack({ children }: { children: ReactNode }) {
  const { pathname, state } = useLocation();
  const user = useQuery(userQuery);
  const wayBack = pathname === "/" ? wayBackIn(state) : null;
  const request = pathname === "/" && !wayBack ? waitingAppRequest() : null;
  if (request !== null) return <Navigate to={request} replace />;
  const endedFor = lastAccountId();
  if (!wayBack || (endedFor !== null && user.data?.id !== endedFor)) return children;
  if (wayBack.team !== null) chooseTeam(wayBack.team);
  return <Navigate to={wayBack.address} replace />;
}

function wayBackIn(state: unknown): WayBack | null {
  if (typeof state !== "object" || state === null || !("wayBack" in state)) return null;
  // Only this file writes it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return state.wayBack as WayBack;
}

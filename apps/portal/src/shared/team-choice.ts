import { teamKey } from "./stored.ts";

/** The licence that the manager looks after in this tab; kept for the browser session (SIGNIN-11). */
export function chosenTeam(): string | null {
  return sessionStorage.getItem(teamKey);
}

/** Keeps which licence the team page is about. */
export function chooseTeam(registrationId: string) {
  sessionStorage.setItem(teamKey, registrationId);
}

export function forgetTeam() {
  sessionStorage.removeItem(teamKey);
}

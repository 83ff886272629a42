import { teamKey } from "./stored.ts";

/** `location.state` of a link that opens the team page to give its only seat to another person. */
export const giveState = "give";

let last: string | null = null;

/** Returns the license that the manager has chosen in this tab; stored for the browser session (SIGNIN-11). */
export function chosenTeam(): string | null {
  const team = sessionStorage.getItem(teamKey);
  last = team ?? last;
  return team;
}

/** Returns the license that was chosen last since the page was loaded, even if that session has ended. */
export function lastChosenTeam(): string | null {
  return last;
}

/** Stores the license of the team page. */
export function chooseTeam(registrationId: string) {
  sessionStorage.setItem(teamKey, registrationId);
}

export function forgetTeam() {
  sessionStorage.removeItem(teamKey);
}

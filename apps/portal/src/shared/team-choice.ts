import { teamKey } from "./stored.ts";

let last: string | null = null;

/** The license that the manager looks after in this tab; kept for the browser session (SIGNIN-11). */
export function chosenTeam(): string | null {
  const team = sessionStorage.getItem(teamKey);
  last = team ?? last;
  return team;
}

/** The one that was looked after last since the page was loaded, though the session that chose it has ended. */
export function lastChosenTeam(): string | null {
  return last;
}

/** Keeps which license the team page is about. */
export function chooseTeam(registrationId: string) {
  sessionStorage.setItem(teamKey, registrationId);
}

export function forgetTeam() {
  sessionStorage.removeItem(teamKey);
}

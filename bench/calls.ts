import type { Request } from "./load.ts";
import { SESSIONS, tokenOf } from "./fill.ts";

const post = (path: string, person: number): Request => ({
  method: "POST",
  path,
  headers: { authorization: `Bearer ${tokenOf(person)}`, "content-type": "application/json" },
  body: "{}",
});

// The first session has the large team, and the second one is staff.
const ordinary = (n: number): number => 2 + (n % (SESSIONS - 2));

/** The requests of the account page, as one of the people with a session. */
export const accountPage: Readonly<Record<string, (n: number) => Request>> = {
  user: (n) => post("/api/1.1/user/", ordinary(n)),
  managed_team_licenses: (n) => post("/api/1.1/managed_team_licenses/", ordinary(n)),
  purchases: (n) => post("/api/1.1/purchases/", ordinary(n)),
  seats: (n) => post("/api/1.1/seats/", ordinary(n)),
};

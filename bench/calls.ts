import type { Request } from "./load.ts";
import { SESSIONS, tokenOf, usernameOf } from "./fill.ts";
import { PASSWORD } from "./product.ts";

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

const PEOPLE = 10_000;

/** Signs in the `n`th of 10,000 people, from a network of her own unless another one is given. */
export function signInOf(n: number, network?: string): Request {
  const person = n % PEOPLE;
  return {
    method: "POST",
    path: "/api/1.1/signin/",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": network ?? `10.7.${Math.floor(person / 250)}.${person % 250}`,
    },
    body: JSON.stringify({ username: usernameOf(person), password: PASSWORD }),
  };
}

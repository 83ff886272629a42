import { type Answer, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll } from "vitest";

/** The accounts service as an external client sees it: over HTTP, with the product started by its command line. */
export interface ContractSystem {
  readonly foyer: RunningSystem;
  /** Calls `POST /api/1.1/…` with a JSON body. */
  post(address: string, token: string | undefined, json?: unknown): Promise<Answer>;
  /** Signs in a person of `account`. */
  tokenOf(username: string): Promise<string>;
}

/** An import line: a person with the password `river-stone-` followed by the account name. */
export const account = (username: string, more: object = {}): object => ({
  type: "account",
  username,
  email: `${username}@example.com`,
  password: `river-stone-${username}`,
  ...more,
});

/** Status and code, the only parts that a client may rely on. */
export const refusalOf = (answer: Answer): unknown[] => [answer.status, answer.body.code];

/** Starts the product for a test file, with the people and licenses of all its tests. */
export function contractSystem(lines: readonly object[]): ContractSystem {
  let foyer: RunningSystem;
  beforeAll(async () => {
    foyer = await startFoyer({ lines });
  });
  afterAll(() => foyer.close());
  return {
    get foyer() {
      return foyer;
    },
    post: (address, token, json = {}) =>
      foyer.call("POST", `/api/1.1/${address}`, { ...(token ? { token } : {}), json }),
    tokenOf: (username) => foyer.signIn(username, `river-stone-${username}`),
  };
}

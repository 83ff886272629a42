import { refusalFor, type Role, roles } from "@foyer/contract/authority";
import type { Endpoint } from "@foyer/contract/endpoint";
import { refusals } from "@foyer/contract/refusals";
import { expect } from "vitest";
import type { Answer } from "./running-system.ts";

/** Makes one call as every role, and expects the refusals from the table. */
export async function expectAuthority(
  endpoint: Endpoint,
  ask: (endpoint: Endpoint, role: Role) => Promise<Pick<Answer, "status" | "body">>,
): Promise<void> {
  for (const role of roles) {
    const refusal = refusalFor(endpoint.access, role);
    const answer = await ask(endpoint, role);
    if (refusal !== null) {
      const { status, code } = refusals[refusal];
      expect([role, answer.status, answer.body.code]).toEqual([role, status, code]);
      continue;
    }
    // The call continued past the guards. It may answer 404 only if the body or path can name a missing object.
    const own: number[] = endpoint.refusals.map((name) => refusals[name].status);
    expect([200, 422, ...own], `${role}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    expect(answer.body.code, role).not.toBe(1002);
  }
}

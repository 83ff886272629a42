import { refusalFor, type Role, roles } from "@foyer/contract/authority";
import type { Endpoint } from "@foyer/contract/endpoint";
import { refusals } from "@foyer/contract/refusals";
import { createHost } from "@foyer/service-kit/host";
import { createLog } from "@foyer/service-kit/log";
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

/**
 * Mounts a service, and expects the routes of its table, its `openapi.json`, and no other.
 *
 * @param prefix of its paths, such as `/api/v2`.
 */
export async function expectOnlyTable(
  endpoints: readonly Endpoint[],
  prefix: string,
  mount: (app: ReturnType<typeof createHost>) => PromiseLike<unknown>,
): Promise<void> {
  const opened = new Set<string>();
  const readiness = { check: async () => null };
  const app = createHost({ log: createLog({ level: "silent" }), trustedProxies: [], readiness });
  app.addHook("onRoute", ({ method, url }) => {
    opened.add(`${String(method)} ${url}`);
  });
  await mount(app);
  await app.ready();
  const known = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(known.filter((route) => !opened.has(route))).toEqual([]);
  const heads = new Set(endpoints.map(({ path }) => `HEAD ${path}`));
  const others = [...opened].filter((route) => !known.includes(route) && !heads.has(route));
  const page = `${prefix}/openapi.json`;
  expect(others.filter((route) => !route.endsWith(`${prefix}/*`)).toSorted()).toEqual([`GET ${page}`, `HEAD ${page}`]);
  await app.close();
}

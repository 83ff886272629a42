import { openPool } from "@foyer/service-kit/db";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  appBrowser,
  appService,
  appTokens,
  authorizeUrl,
  postForm,
  redirectUri,
  refreshWith,
  verifier,
} from "../testing/app-browser.ts";
import { makeAccounts, openSessions } from "../testing/factories.ts";
import type { Answer } from "../testing/test-accounts.ts";

const service = appService({ instances: 1 });
let owner: ReturnType<typeof openPool>;
let session: string;

beforeAll(async () => {
  owner = openPool({ url: service.databaseUrl, role: null, schema: "accounts", max: 1 });
  await makeAccounts(service, "ada");
  [session = ""] = await openSessions(service, "ada");
});
afterAll(() => owner.end());
afterEach(() => owner.query("drop function if exists accounts.fail_in_test() cascade"));

/** Makes each insert into the table fail, like an overloaded server (53300) or a fault of our code (XX000). */
const failIn = (table: "app_tokens" | "app_requests", code: "53300" | "XX000"): Promise<unknown> =>
  owner.query(
    `create function accounts.fail_in_test() returns trigger language plpgsql as
       $$ begin raise exception 'a secret of the database' using errcode = '${code}'; end $$;
     create trigger fail_in_test before insert on accounts.${table} for each row execute function accounts.fail_in_test()`,
  );

const refresh = (token: string | undefined): Promise<Answer> => refreshWith(service, token);

test("OIDC-26 HA-04 without a database a token request gets 503 with retry-after, and the token works afterwards", async () => {
  const tokens = await appTokens(service, session, { scope: "openid offline_access" });
  await failIn("app_tokens", "53300");
  const refused = await refresh(tokens.refresh_token);
  expect(refused).toMatchObject({ status: 503, body: { error: "temporarily_unavailable" } });
  expect(refused.headers["retry-after"]).toBe("2");
  expect(refused.headers["cache-control"]).toBe("no-store");
  expect(JSON.stringify(refused.body)).not.toContain("secret");
  await owner.query("drop function accounts.fail_in_test() cascade");
  expect((await refresh(tokens.refresh_token)).status).toBe(200);
});

test("OIDC-26 a fault of our code gets 500 server_error without details", async () => {
  const tokens = await appTokens(service, session, { scope: "openid offline_access" });
  await failIn("app_tokens", "XX000");
  const failed = await refresh(tokens.refresh_token);
  expect(failed).toMatchObject({ status: 500, body: { error: "server_error" } });
  expect(JSON.stringify(failed.body)).not.toMatch(/secret|oops/);
});

test("OIDC-26 OIDC-24 a page of a web app can read that it must retry", async () => {
  const page = { client_id: "page", redirect_uri: "https://page.example/callback" };
  const code = await appBrowser(service, "198.51.100.7").code(session, page);
  await failIn("app_tokens", "53300");
  const form = { grant_type: "authorization_code", code, code_verifier: verifier, ...page };
  for (const [origin, readable] of [
    ["https://page.example", "https://page.example"],
    ["https://evil.example", undefined],
  ] as const) {
    const { status, headers } = await postForm(service, "token", form, { headers: { origin } });
    expect([origin, headers["access-control-allow-origin"]]).toEqual([origin, readable]);
    expect(status).toBe(origin === "https://page.example" ? 503 : 400);
  }
});

test("OIDC-26 HA-04 while the database is unreachable an app's browser gets a page with 503 and no cookie", async () => {
  await failIn("app_requests", "53300");
  const answer = await service.call("GET", authorizeUrl({ redirect_uri: redirectUri }), {
    headers: { accept: "text/html" },
  });
  expect(answer.status).toBe(503);
  expect(answer.headers["content-type"]).toContain("text/html");
  expect(answer.headers["retry-after"]).toBe("2");
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

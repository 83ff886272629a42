import type { Answer, CallOptions, TestAccounts } from "./test-accounts.ts";

/** A test browser: stores the cookies that it receives and sends them. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  call(method: "GET" | "POST" | "DELETE", path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body: unknown, options?: CallOptions): Promise<Answer>;
}

/** The `set-cookie` lines of an answer. */
export function cookieLines({ headers }: Answer): string[] {
  const given = headers["set-cookie"];
  if (given === undefined) return [];
  return (Array.isArray(given) ? given : [given]).map(String);
}

/** A browser without cookies, in the network of `ip`. */
export function newBrowser(service: TestAccounts, ip: string): TestBrowser {
  const cookies = new Map<string, string>();
  const call: TestBrowser["call"] = async (method, path, options = {}) => {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "sec-fetch-site": "same-origin", ...(sent === "" ? {} : { cookie: sent }), ...options.headers };
    const answer = await service.call(method, path, { ip, ...options, headers });
    for (const line of cookieLines(answer)) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  return { cookies, call, post: (path, body, options) => call("POST", path, { body, ...options }) };
}

import { expect, expectTypeOf, test, vi } from "vitest";
import type { Seat } from "@foyer/contract/seats";
import type { SignedIn } from "@foyer/contract/sign-in";
import { call, createClient } from "./client.ts";
import { ApiError, NetworkError } from "./errors.ts";

const baseUrls = { accounts: "https://accounts.example", purchase: "https://purchase.example" };
const envelope = (code: number | string, message: string) => ({
  status: "error",
  code,
  message,
  errors: [{ code, message }],
});

/** Creates a client with a fetch that returns these answers in turn, and a list of its requests. */
function clientAnswering(...answers: (Response | Error)[]) {
  const requests: Request[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    requests.push(new Request(url, init));
    const answer = answers.shift() ?? new Error("no answer left");
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { requests, client: createClient({ baseUrls, fetch, getToken: () => "tok" }) };
}

test("a call fills parameters and query, sends JSON, the token and the key, and returns the answer", async () => {
  const { client, requests } = clientAnswering(Response.json({ events: [], has_more: false }), Response.json({}));
  const reply = await call(client, "listLicenseEvents", { params: { id: "a/b ü" }, query: { limit: 5 } });
  expectTypeOf(reply.has_more).toEqualTypeOf<boolean>();
  expect(reply).toEqual({ events: [], has_more: false });
  await call(client, "setAutoRenewal", {
    params: { id: "cus_1", subscription: "sub_1" },
    body: { cancel_at_period_end: true },
    idempotencyKey: "k1",
  });
  expect(requests[0]?.url).toBe("https://accounts.example/api/1.1/licenses/a%2Fb%20%C3%BC/events/?limit=5");
  expect(requests[0]?.headers.get("authorization")).toBe("Bearer tok");
  expect(requests[1]?.url).toBe("https://purchase.example/api/v2/customer/cus_1/subscription/sub_1");
  expect(requests[1]?.method).toBe("POST");
  expect(requests[1]?.headers.get("idempotency-key")).toBe("k1");
  expect(await requests[1]?.json()).toEqual({ cancel_at_period_end: true });
});

test("open calls send no token, and a token given with the call is used first", async () => {
  const { client, requests } = clientAnswering(Response.json({}), Response.json({}));
  const body = { new_account_name: "ada", new_password: "x", new_password_2: "x" };
  await call(client, "signIn", { body: { username: "ada", password: "x" } });
  await call(client, "completeSignUp", { body, token: "sign-up" });
  expect(requests[0]?.headers.has("authorization")).toBe(false);
  expect(requests[1]?.headers.get("authorization")).toBe("Bearer sign-up");
});

test("a refusal is complete: status, code, errors, request id, wait and the further fields", async () => {
  const answer = Response.json(
    { ...envelope(12006, "Some of the addresses are not email addresses."), invalid_emails: ["x@"] },
    { status: 422, headers: { "x-request-id": "r1", "retry-after": "7" } },
  );
  const { client } = clientAnswering(answer);
  const error = await call(client, "inviteSeats", { params: { id: "l" }, body: { seats: "x@" } }).catch(
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: 12006,
    requestId: "r1",
    retryAfter: 7,
    errors: [{ code: 12006 }],
    body: { invalid_emails: ["x@"] },
  });
});

test("an answer that is not from our services is an ApiError with its status as code", async () => {
  const { client } = clientAnswering(
    new Response("<h1>Bad gateway</h1>", { status: 502 }),
    new Response("<h1>Hotel</h1>"),
  );
  await expect(call(client, "listPurchases")).rejects.toMatchObject({ name: "ApiError", status: 502, code: 502 });
  await expect(call(client, "listPurchases")).rejects.toMatchObject({ name: "ApiError", status: 200, code: 200 });
});

test("a missing answer is a NetworkError and is not retried", async () => {
  const { client, requests } = clientAnswering(new TypeError("fetch failed"));
  await expect(call(client, "listPurchases")).rejects.toMatchObject({ name: "NetworkError", reason: "unreachable" });
  expect(requests).toHaveLength(1);
});

test("a service that hangs ends in a NetworkError on timeout; an aborted call in its own reason", async () => {
  const hanging = async (_: unknown, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    const { promise, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
    return await promise;
  };
  const client = createClient({ baseUrls, fetch: hanging, timeoutMs: 5 });
  const late = call(client, "readPaymentConf");
  await expect(late).rejects.toBeInstanceOf(NetworkError);
  await expect(late).rejects.toMatchObject({ reason: "timeout" });
  const stop = new AbortController();
  const stopped = call(client, "readPaymentConf", { signal: stop.signal, timeoutMs: 60_000 });
  stop.abort(new Error("left the page"));
  await expect(stopped).rejects.toThrow("left the page");
});

test("SIGNIN-08 a call refused with 1002 is repeated once after the session was refreshed", async () => {
  const expired = () => Response.json(envelope(1002, "Expired."), { status: 401 });
  const { client, requests } = clientAnswering(expired(), Response.json({ purchases: [] }), expired(), expired());
  let token = "old";
  const onUnauthorized = vi.fn(async () => {
    token = "new";
    return true;
  });
  const refreshing = { ...client, getToken: () => token, onUnauthorized };
  expect(await call(refreshing, "listPurchases")).toEqual({ purchases: [] });
  expect(requests.map((request) => request.headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
  await expect(call(refreshing, "listPurchases")).rejects.toMatchObject({ code: 1002 });
  expect(onUnauthorized).toHaveBeenCalledTimes(2);
});

test("other refusals, open calls and failed refreshes are not repeated", async () => {
  const refused = (code: number | string) => Response.json(envelope(code, "No."), { status: 401 });
  const { client, requests } = clientAnswering(refused(30003), refused(1002), refused(1002));
  const onUnauthorized = vi.fn(async () => false);
  const refreshing = { ...client, onUnauthorized };
  await expect(call(refreshing, "readUser")).rejects.toMatchObject({ code: 30003 });
  await expect(call(refreshing, "refreshSession", { body: { refresh_token: "r" } })).rejects.toMatchObject({
    code: 1002,
  });
  expect(onUnauthorized).not.toHaveBeenCalled();
  await expect(call(refreshing, "readUser")).rejects.toMatchObject({ code: 1002 });
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
  expect(requests).toHaveLength(3);
});

test("input and answer of a call have the types of the contract", () => {
  const { client } = clientAnswering();
  expectTypeOf(call<"signIn">).returns.resolves.toEqualTypeOf<SignedIn>();
  expectTypeOf(call<"listSeats">).returns.resolves.toEqualTypeOf<{ seats: Seat[] }>();
  // Never called: these lines must only fail to compile.
  const wrong = () => [
    // @ts-expect-error the body is missing
    call(client, "signIn"),
    // @ts-expect-error a number is not a password
    call(client, "signIn", { body: { username: "ada", password: 1 } }),
    // @ts-expect-error there is no such call
    call(client, "signOn"),
    // @ts-expect-error the license is missing
    call(client, "listSeats", {}),
  ];
  expect(wrong).toBeTypeOf("function");
});

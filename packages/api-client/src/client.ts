import { type CallName, isReadLine, paths, type Service, serviceOf } from "@foyer/contract/paths";
import { SESSION_COOKIE_HEADER } from "@foyer/contract/session-cookie";
import type { CallArguments, CallOptions, CallReply } from "./call-types.ts";
import { type ApiError, NetworkError, readFailure } from "./errors.ts";

/** How to call the services, and with which token. */
export interface ClientOptions {
  /** Base addresses without a trailing slash. Empty for the page's own origin. */
  readonly baseUrls: Readonly<Record<Service, string>>;
  /** @param isUnasked true for a read, and for a call with that option. */
  readonly fetch?: (url: string, request: RequestInit, isUnasked: boolean) => Promise<Response>;
  /** Returns the bearer token. Called before each call that is not open. */
  readonly getToken?: () => string | null | Promise<string | null>;
  /** Called after a refusal with 401 1002. If it returns `true`, the call is repeated once with a new token. */
  readonly onUnauthorized?: (error: ApiError) => Promise<boolean>;
  /** Called after a refusal because the session needs a proof. If it returns `true`, the call is repeated once. */
  readonly onProofRequired?: () => Promise<boolean>;
  /** True if the services keep the refresh token in a cookie of this page. */
  readonly keepsCookie?: boolean;
  /** 15,000 by default. */
  readonly timeoutMs?: number;
}

/** Created by `createClient`. */
export interface Client extends ClientOptions {
  readonly timeoutMs: number;
}

interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** The code, because an instance of the release before sends no name during an upgrade. */
const SESSION_REQUIRED = 1002;

/** Creates a client of both services. It has no state. */
export function createClient(options: ClientOptions): Client {
  return { ...options, timeoutMs: options.timeoutMs ?? 15_000 };
}

/**
 * Makes a call of the contract and returns its answer.
 *
 * Never repeats a call, except once after `onUnauthorized` has replaced a refused token or `onProofRequired` got the proof.
 *
 * @throws ApiError if the service refuses; NetworkError without an answer; the signal's reason if it was aborted.
 */
export async function call<Name extends CallName>(
  client: Client,
  name: Name,
  ...[given]: CallArguments<Name>
): Promise<CallReply<Name>> {
  return await readReply<CallReply<Name>>(await answerTo(client, name, given ?? {}));
}

/** Makes a call and returns its successful answer. @throws as `call` does. */
export async function answerTo(client: Client, name: CallName, input: AnyInput): Promise<Response> {
  const response = await send(client, name, input);
  if (response.ok) return response;
  const failure = await readFailure(response);
  if (isOpen(name) || input.token !== undefined || !(await isMended(client, failure))) throw failure;
  const second = await send(client, name, input);
  if (second.ok) return second;
  throw await readFailure(second);
}

/** Returns true if the reason of the refusal is gone, so that the same call can be sent again. */
async function isMended(
  client: Pick<Client, "onUnauthorized" | "onProofRequired">,
  failure: ApiError,
): Promise<boolean | undefined> {
  if (failure.status === 401 && failure.code === SESSION_REQUIRED) return client.onUnauthorized?.(failure);
  // The service refused before it did anything.
  return failure.body["session_proof"] === true ? client.onProofRequired?.() : false;
}

/** Returns the address of a call, with its parameters and query. */
export function urlOf(client: Client, name: CallName, input: Pick<AnyInput, "params" | "query">): string {
  const [, path = ""] = lineOf(name).split(" ");
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(textOf(input.params?.[key])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.append(key, textOf(value));
  }
  const base = client.baseUrls[serviceOf(path)];
  return `${base}${filled}${query.size > 0 ? `?${query.toString()}` : ""}`;
}

async function send(client: Client, name: CallName, input: AnyInput): Promise<Response> {
  const line = lineOf(name);
  const [method = ""] = line.split(" ");
  const headers: Record<string, string> = { accept: "application/json" };
  const token = await tokenFor(client, name, input);
  if (token !== null) headers["authorization"] = `Bearer ${token}`;
  if (input.idempotencyKey !== undefined) headers["idempotency-key"] = input.idempotencyKey;
  if (input.body !== undefined) headers["content-type"] = "application/json";
  // Sessions are opened, renewed and ended by calls that do not use the token of a running session.
  const withCookie = client.keepsCookie === true && (isOpen(name) || input.token !== undefined);
  if (withCookie) headers[SESSION_COOKIE_HEADER] = "1";
  const timeout = AbortSignal.timeout(input.timeoutMs ?? client.timeoutMs);
  const request: RequestInit = {
    method,
    headers,
    signal: input.signal === undefined ? timeout : AbortSignal.any([timeout, input.signal]),
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    // Also to a service with an origin of its own.
    ...(withCookie ? { credentials: "include" } : {}),
  };
  try {
    const isUnasked = isReadLine(line) || input.isUnasked === true;
    return await (client.fetch ?? fetch)(urlOf(client, name, input), request, isUnasked);
  } catch (error) {
    input.signal?.throwIfAborted();
    throw new NetworkError(timeout.aborted ? "timeout" : "unreachable", error);
  }
}

async function tokenFor(client: Client, name: CallName, input: AnyInput): Promise<string | null> {
  if (input.token !== undefined) return input.token;
  if (isOpen(name)) return null;
  return (await client.getToken?.()) ?? null;
}

/** Returns the line of a call. The portal's build has put the line in the place of the name, and left out the table. */
const lineOf = (name: CallName): string => (paths as Readonly<Record<string, string>>)[name] ?? name;

const isOpen = (name: CallName): boolean => lineOf(name).endsWith(" open");

async function readReply<Reply>(response: Response): Promise<Reply> {
  return await parseReply<Reply>(await readText(response), response);
}

/** Returns the body of an answer. @throws NetworkError if it does not arrive as a whole. */
export async function readText(response: Response): Promise<string> {
  return await response.text().catch((error: unknown) => {
    throw new NetworkError("unreachable", error);
  });
}

/** Returns the reply in a body that `readText` returned. @throws as `call` does. */
export async function parseReply<Reply>(text: string, response: Response): Promise<Reply> {
  try {
    // The service has checked its answer against the same schema before sending it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(text) as Reply;
  } catch {
    throw await readFailure(new Response(text, response));
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

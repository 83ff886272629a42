import type { BodyInput, ParamsInput, QueryInput, ReplyOf } from "@foyer/contract/endpoint";
import type { Calls } from "@foyer/contract/endpoints";
import type { CallName } from "@foyer/contract/all-paths";

type Nothing = Record<never, never>;

/** `{ [Key]: Value }`: left out where Value has no keys, optional where all of Value's are. */
type Part<Key extends string, Value> = string extends keyof Value
  ? Nothing
  : Nothing extends Value
    ? { readonly [K in Key]?: Value | undefined }
    : { readonly [K in Key]: Value };

/** What any call takes beside its own. */
export interface CallOptions {
  /** Makes a repeat of the call act once. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sent in place of the client's own; null sends none. */
  readonly token?: string | null | undefined;
  readonly timeoutMs?: number | undefined;
}

/** What a call takes: `params`, `query` and `body`, as far as it has them. */
export type CallInput<Name extends CallName> = Part<"params", ParamsInput<Calls[Name]>> &
  Part<"query", QueryInput<Calls[Name]>> &
  Part<"body", BodyInput<Calls[Name]>> &
  CallOptions;

/** What a call answers. */
export type CallReply<Name extends CallName> = ReplyOf<Calls[Name]>;

/** The refusals that a call declares as its own. */
export type CallRefusal<Name extends CallName> = Calls[Name]["refusals"][number];

/** The input as the last argument: optional where nothing in it is needed. */
export type CallArguments<Name extends CallName> =
  Nothing extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

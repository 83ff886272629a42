import type { BodyInput, ParamsInput, QueryInput, ReplyOf } from "@foyer/contract/endpoint";
import type { Calls } from "@foyer/contract/endpoints";
import type { CallName } from "@foyer/contract/paths";

type Nothing = Record<never, never>;

/** `{ [Key]: Value }`: omitted if Value has no keys, optional if all of Value's keys are. */
type Part<Key extends string, Value> = string extends keyof Value
  ? Nothing
  : Nothing extends Value
    ? { readonly [K in Key]?: Value | undefined }
    : { readonly [K in Key]: Value };

/** Options of every call. */
export interface CallOptions {
  /** Makes repeats of the call act only once. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's own token. Null sends none. */
  readonly token?: string | null | undefined;
  readonly timeoutMs?: number | undefined;
  /** True if the call is no read, but no person has asked for it. */
  readonly isUnasked?: boolean | undefined;
}

/** Input of a call: `params`, `query` and `body`, if it has them. */
export type CallInput<Name extends CallName> = Part<"params", ParamsInput<Calls[Name]>> &
  Part<"query", QueryInput<Calls[Name]>> &
  Part<"body", BodyInput<Calls[Name]>> &
  CallOptions;

/** Answer of a call. */
export type CallReply<Name extends CallName> = ReplyOf<Calls[Name]>;

/** The refusals that a call declares. */
export type CallRefusal<Name extends CallName> = Calls[Name]["refusals"][number];

/** The input as the last argument: optional if it has no required parts. */
export type CallArguments<Name extends CallName> =
  Nothing extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

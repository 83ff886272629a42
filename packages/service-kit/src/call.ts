import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyInput } from "@foyer/contract/endpoint";
import type { Scope } from "@foyer/contract/scopes";
import type { StaffRight } from "@foyer/domain/staff-rights";
import type { Cookie } from "./cookies.ts";
import type { Logger } from "./log.ts";

export type { StaffRight };

/** A signed-in person with the present rights of her session. */
export interface Person {
  readonly kind: "person";
  /** The account's id: `omni_id` on the wire of the purchase service. */
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly sessionId: string;
  readonly isStaff: boolean;
  readonly staffRights: readonly StaffRight[];
  /** Her customers at the payment provider. */
  readonly customerIds: readonly string[];
  /** True for a staff member's view of this account: every change is refused. */
  readonly viewOnly: boolean;
  /** True in a session that an app opened, until the person has proved herself in it by password or passkey. */
  readonly isUnproved?: boolean;
  /** The app with the access token of this call, and its scopes; undefined in a session. */
  readonly app?: { readonly id: string; readonly grantId: string; readonly scopes: readonly Scope[] } | undefined;
}

/** A caller with a confirmed address and no account yet. */
export interface SigningUp {
  readonly kind: "signup";
  readonly signupId: string;
}

/** An app with the token of an activation that a license key opened. */
export interface ActivationHolder {
  readonly kind: "activation";
  readonly activationId: string;
}

export interface CallingService {
  readonly kind: "service";
}

export interface Anonymous {
  readonly kind: "anonymous";
}

export type Caller = Person | SigningUp | ActivationHolder | CallingService | Anonymous;

/** The caller's type that a handler gets, from the access that its endpoint declares. */
export type CallerFor<A extends Access> = A extends "open" | "provider"
  ? Anonymous
  : A extends "signup"
    ? SigningUp
    : A extends "service"
      ? CallingService
      : A extends "activation"
        ? Person | ActivationHolder
        : Person;

/** A checked request: its parts match the contract, and its caller has access. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: CallerFor<E["access"]>;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** The unparsed body, for checking the provider's signature. */
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * Sets a cookie with the answer; a later cookie of the same name replaces an earlier one. A refusal sets none, and neither does
   * the stored answer to a repeat.
   */
  setCookie(this: void, cookie: Cookie): void;
  /** Has the call answer 201: it made something new. */
  answerCreated(this: void): void;
  readonly log: Logger;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyInput<E>>;

/** An endpoint with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (call: Call<Endpoint>) => Promise<unknown>;
}

/** Connects an endpoint with its handler; the compiler checks both against the contract. */
export function route<E extends Endpoint & { readonly access: Access }>(endpoint: E, handler: Handler<E>): Route {
  // The plugin parses with this endpoint's schemas before the call, so the narrower type is correct.
  return { endpoint, handler: handler as Route["handler"] };
}

import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyInput } from "@foyer/contract/endpoint";
import type { StaffRight } from "@foyer/domain/staff-rights";
import type { Cookie } from "./cookies.ts";
import type { Logger } from "./log.ts";

export type { StaffRight };

/** A signed-in person, as her session says it now. */
export interface Person {
  readonly kind: "person";
  /** The account's id: `omni_id` on the wire of the purchase service. */
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly sessionId: string;
  readonly isStaff: boolean;
  readonly staffRights: readonly StaffRight[];
  /** The provider's customers that are hers. */
  readonly customerIds: readonly string[];
  /** A staff member looks through this person's eyes: every change is refused. */
  readonly viewOnly: boolean;
}

/** Somebody whose address is confirmed and whose account is not made yet. */
export interface SigningUp {
  readonly kind: "signup";
  readonly signupId: string;
}

export interface CallingService {
  readonly kind: "service";
}

export interface Anonymous {
  readonly kind: "anonymous";
}

export type Caller = Person | SigningUp | CallingService | Anonymous;

/** Whom an endpoint's handler meets, given who may call it. */
export type CallerFor<A extends Access> = A extends "open" | "provider"
  ? Anonymous
  : A extends "signup"
    ? SigningUp
    : A extends "service"
      ? CallingService
      : Person;

/** One request, checked: its parts fit the contract and its caller may ask. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: CallerFor<E["access"]>;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** As it came, for the provider's signature. */
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * Gives the browser a cookie along with the answer; the last one of a name counts. A refusal sets none, and neither does
   * the stored answer to a repeat.
   */
  setCookie(this: void, cookie: Cookie): void;
  readonly log: Logger;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyInput<E>>;

/** An endpoint with what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (call: Call<Endpoint>) => Promise<unknown>;
}

/** Ties an endpoint to its use case; the compiler holds both to the contract. */
export function route<E extends Endpoint & { readonly access: Access }>(endpoint: E, handler: Handler<E>): Route {
  // The plugin parses with this very endpoint's schemas before it calls, so the narrower type holds.
  return { endpoint, handler: handler as Route["handler"] };
}

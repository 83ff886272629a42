import { DamagedRow } from "@foyer/service-kit/errors";
import type { Selectable } from "kysely";
import type { z } from "zod";
import type { OperationsTable } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { StateChange } from "../../subscriptions/mirror-hooks.ts";

/** An operation as stored. Its kind parses its request. */
export type Operation = Selectable<OperationsTable>;

/** An operation of one kind, with its request parsed. */
export type OperationOf<Name extends string, Request> = Omit<Operation, "kind" | "request"> & {
  readonly kind: Name;
  readonly request: Request;
};

/** Name and request schema of one kind of operation. */
export interface RequestKind<Name extends string, Request> {
  readonly name: Name;
  /**
   * @param stored request as stored. Unknown fields of an older version are dropped.
   * @throws DamagedRow if a field is missing.
   */
  requestOf(stored: unknown): Request;
  /** Returns the operation if it is of this kind, otherwise null. Throws DamagedRow like `requestOf`. */
  of(operation: Operation | null): OperationOf<Name, Request> | null;
  /** Returns those that are of this kind and can be read, so that a damaged one does not hide the others. */
  readable(operations: readonly Operation[]): OperationOf<Name, Request>[];
}

export type OperationOfKind<Kind> =
  Kind extends RequestKind<infer Name, infer Request> ? OperationOf<Name, Request> : never;

export function requestKind<Name extends string, Request>(
  name: Name,
  schema: z.ZodType<Request>,
): RequestKind<Name, Request> {
  const requestOf = (stored: unknown): Request => {
    const { success, data, error } = schema.safeParse(stored);
    if (!success) throw new DamagedRow(`the request of an operation "${name}" is damaged`, error);
    return data;
  };
  const own = (operation: Operation, request: Request) => ({ ...operation, kind: name, request });
  return {
    name,
    requestOf,
    of: (operation) => (operation?.kind === name ? own(operation, requestOf(operation.request)) : null),
    readable: (operations) =>
      operations.flatMap((one) => {
        const { success, data } = schema.safeParse(one.request);
        return one.kind === name && success ? [own(one, data)] : [];
      }),
  };
}

/**
 * Values of the column `subject`. Each subject has at most one live operation. The subject of a subscription is its id.
 */
export const subjectOf = {
  subscription: (id: string): string => id,
  license: (id: string): string => `license:${id}`,
  invoice: (id: string): string => `invoice:${id}`,
  /** A first subscription, by the account that buys it. */
  buyer: (id: string): string => `buyer:${id}`,
} as const;

/** Account name of the person who requested the change, where known, and whether a statement at the desk did. */
export interface Maker {
  readonly by?: string;
  readonly statement?: "withdraw" | "cancel";
}

/** Work of one kind of operation. Each kind has its own file and a line in `kinds.ts`. */
export interface OperationKind {
  readonly name: string;
  /** Advances an operation of this kind as far as possible now. */
  readonly carryOut: (deps: Deps, operation: Operation) => Promise<void>;
  /** Returns who requested the operation if the operation caused the change, otherwise null. */
  readonly makerOf: (change: StateChange, operation: Operation) => Maker | null;
}

export function operationKind<Name extends string, Request>(
  kind: RequestKind<Name, Request>,
  work: {
    readonly carryOut: (deps: Deps, operation: OperationOf<Name, Request>) => Promise<void>;
    /** Returns the request if it caused the change. Omitted for kinds without reported changes. */
    readonly madeBy?: (change: StateChange, request: Request) => Maker | null;
  },
): OperationKind {
  return {
    name: kind.name,
    carryOut: async (deps, operation) => {
      const own = kind.of(operation);
      if (own) await work.carryOut(deps, own);
    },
    makerOf: (change, operation) => {
      const [own] = kind.readable([operation]);
      return (own && work.madeBy?.(change, own.request)) ?? null;
    },
  };
}

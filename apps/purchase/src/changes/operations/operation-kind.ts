import type { Deps } from "../../deps.ts";
import type { StateChange } from "../../subscriptions/mirror-hooks.ts";
import type { Operation, OperationOf, RequestKind } from "./operation.ts";

/** Who asked for it, by account name, where that is known. */
export interface Maker {
  readonly by?: string;
}

/** How operations of a kind are worked on. Each kind is a file of its own, and a line in `kinds.ts`. */
export interface OperationKind {
  readonly name: string;
  /** Brings an operation of this kind as far as it can get now. */
  readonly carryOut: (deps: Deps, operation: Operation) => Promise<void>;
  /** Who asked for an operation of this kind, where what is new of its subscription is its doing; null where it is not. */
  readonly makerOf: (change: StateChange, operation: Operation) => Maker | null;
}

export function operationKind<Name extends string, Request>(
  kind: RequestKind<Name, Request>,
  work: {
    readonly carryOut: (deps: Deps, operation: OperationOf<Name, Request>) => Promise<void>;
    /** The request, where what is new is what it asked for. Left out by kinds that change nothing which is told of. */
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
      const own = kind.of(operation);
      return (own && work.madeBy?.(change, own.request)) ?? null;
    },
  };
}

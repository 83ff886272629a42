import type { Deps } from "../../deps.ts";
import type { StateChange } from "../../subscriptions/mirror-hooks.ts";
import type { Operation, OperationOf, RequestKind } from "./operation.ts";

/** Account name of the person who requested the change, where known. */
export interface Maker {
  readonly by?: string;
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

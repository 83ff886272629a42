import type { Selectable } from "kysely";
import type { z } from "zod";
import type { OperationsTable } from "../../db/schema.ts";

/** An operation as it is kept. What its request says, its kind knows. */
export type Operation = Selectable<OperationsTable>;

/** An operation of one kind, its request read. */
export type OperationOf<Name extends string, Request> = Omit<Operation, "kind" | "request"> & {
  readonly kind: Name;
  readonly request: Request;
};

/** What is asked for with one kind of operation. */
export interface RequestKind<Name extends string, Request> {
  readonly name: Name;
  /**
   * @param stored as it is kept. What a version before wrote besides is left out.
   * @throws ZodError where it says too little.
   */
  requestOf(stored: unknown): Request;
  /** The operation where it is of this kind, null where it is not. */
  of(operation: Operation | null): OperationOf<Name, Request> | null;
}

export type OperationOfKind<Kind> =
  Kind extends RequestKind<infer Name, infer Request> ? OperationOf<Name, Request> : never;

export function requestKind<Name extends string, Request>(
  name: Name,
  schema: z.ZodType<Request>,
): RequestKind<Name, Request> {
  return {
    name,
    requestOf: (stored) => schema.parse(stored),
    of: (operation) => {
      if (operation?.kind !== name) return null;
      return { ...operation, kind: name, request: schema.parse(operation.request) };
    },
  };
}

/**
 * What must not be changed twice at once, as the column `subject` names it: one operation of a subject is under way at a
 * time. A subscription is named by its own id.
 */
export const subjectOf = {
  subscription: (id: string): string => id,
  license: (id: string): string => `license:${id}`,
  invoice: (id: string): string => `invoice:${id}`,
} as const;

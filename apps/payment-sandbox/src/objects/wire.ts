import type Stripe from "stripe";

type Plain = string | number | boolean | null | undefined;

/** The known values of an enumeration. The provider's types also accept any other text, which would hide a misspelled value. */
type Word<T> = T extends string ? (string extends T ? never : T) : never;
type Text<T> = [T] extends [never] ? never : [Word<T>] extends [never] ? string : Word<T>;

type Nested<T> = T extends Stripe.Decimal
  ? string
  : T extends Stripe.ApiList<infer U>
    ? List<Wire<U>>
    : T extends (infer U)[]
      ? Field<U>[]
      : Wire<T>;

/** A field that can be expanded stores the id. `expand` replaces it by the object when an answer is sent. */
type Expandable<T> = string extends Extract<T, string> ? { object: string } : never;
type Field<T> =
  | Exclude<Extract<T, Plain>, string>
  | Text<Extract<T, string>>
  | Nested<Exclude<T, Plain | Expandable<T>>>;

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

/** A type of the provider's client as it is sent over HTTP: decimals are strings, and fields that can be expanded are ids. */
export type Wire<T> = { [K in keyof T]: Field<K extends "metadata" ? Kept<T, K> : T[K]> };
/** Every object of the sandbox has metadata, if only an empty one. Parts of objects, such as a pending update, may have none. */
type Kept<T, K extends keyof T> = T extends { object: string } ? NonNullable<T[K]> : T[K];

type Live<T> = Wire<Omit<T, "deleted">>;
/** A field that the provider does not have becomes `never`, which no value fits. */
type Narrowing<T, Narrow> = { [K in keyof Narrow]: K extends keyof T ? T[K] : never };

/**
 * An object as the sandbox stores it: the provider's type in which the fields of `Always` are present and not null, and the
 * fields of `Narrow` are limited to what the sandbox models. A field that contradicts the provider's type does not compile.
 */
export type Stored<
  T,
  Always extends keyof T = never,
  Narrow extends Narrowing<Required<Live<T>>, Narrow> = Record<never, never>,
> = Omit<Live<T>, Always | keyof Narrow> & { [K in Always]-?: NonNullable<Wire<T>[K]> } & Narrow;

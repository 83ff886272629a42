import { purchaseReasons } from "./purchase-reasons.ts";
import { type RefusalName, refusals } from "./refusals.ts";
import { sharedReasons } from "./shared-reasons.ts";

/** The sentence of each reason, by the refusal's name. A sentence with facts is a function of them. */
const reasons = { ...sharedReasons, ...purchaseReasons };
type Reasons = typeof reasons;

/** Values that a sentence names. */
export type Facts = Readonly<Record<string, string | number>>;

/** A reason of a refusal, with the facts that its sentence needs. */
export type Because<Name extends RefusalName> = Name extends keyof Reasons
  ? { readonly reason: PlainReason<Name>; readonly facts?: undefined } | ReasonWithFacts<Reasons[Name]>
  : never;

/** A reason whose sentence needs no facts. */
export type PlainReason<Name extends RefusalName> = Name extends keyof Reasons
  ? { [Reason in keyof Reasons[Name]]: Reasons[Name][Reason] extends string ? Reason : never }[keyof Reasons[Name]]
  : never;

type ReasonWithFacts<Sentences> = {
  [Reason in keyof Sentences]: Sentences[Reason] extends (facts: infer Needed) => string
    ? { readonly reason: Reason; readonly facts: Needed }
    : never;
}[keyof Sentences];

/** A refusal as it is thrown, stored and sent. */
export interface NamedRefusal {
  readonly name: RefusalName;
  readonly reason?: string | undefined;
  readonly facts?: Facts | undefined;
}

type Sentence = string | ((facts: never) => string);

/** Returns the English sentence of a refusal: that of its reason, or the general one. */
export function refusalSentence({ name, reason, facts }: NamedRefusal): string {
  const sentences: Readonly<Partial<Record<RefusalName, Readonly<Record<string, Sentence>>>>> = reasons;
  const sentence = reason === undefined ? undefined : sentences[name]?.[reason];
  if (sentence === undefined) return refusals[name].message;
  // `refuse` takes only the facts that the reason's sentence needs.
  return typeof sentence === "string" ? sentence : sentence((facts ?? {}) as never);
}

/** A line of what is sold. Without `period` in all lines, the paper has two columns. */
export interface PaperLine {
  readonly description: string;
  readonly period?: string;
  readonly quantity?: string;
  readonly amount: string;
}

/** What a paper says, in words. */
export interface PaperFacts {
  /** What it is: `Invoice`. */
  readonly kind: string;
  readonly title: string;
  /** Name first, then the address and the tax ID. */
  readonly seller: readonly string[];
  /** `#rrggbb` of the mark; null draws none. */
  readonly accent: string | null;
  /** Letters in the mark. */
  readonly mark?: string | undefined;
  /** `Number`, `Date` and the like, each with its value. */
  readonly heading: readonly (readonly [string, string])[];
  /** `Bill to` */
  readonly buyerTitle: string;
  /** Name first. */
  readonly buyer: readonly string[];
  /** What is offered, in one sentence. */
  readonly subject: string | null;
  readonly lines: readonly PaperLine[];
  readonly sums: readonly (readonly [string, string])[];
  readonly notes: readonly string[];
  /** On every page. */
  readonly foot: string | null;
}

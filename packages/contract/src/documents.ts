import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { fileReply } from "./file-reply.ts";
import { secret } from "./secret-fields.ts";
import { taxRate } from "./subscription-wire.ts";
import { cents, currency, id, unixSeconds } from "./wire-values.ts";

/** One of a customer's papers. Amounts of credit notes and refunds are negative. */
export const paper = z.object({
  id,
  /**
   * A paid invoice has a receipt, and a credit note that returned money has a refund. Both have the number of the paper
   * that they belong to.
   */
  kind: z.enum(["invoice", "receipt", "credit_note", "refund"]),
  number: z.string().nullable(),
  date: unixSeconds,
  /** Time that its lines pay for. */
  period: z.object({ start: unixSeconds, end: unixSeconds }).nullable(),
  license: z.string().nullable(),
  seats: z.int().nullable(),
  /** Each line in words: product, seats and period. */
  lines: z.array(z.string()),
  /** Null for a receipt and a refund, so that a sum over all papers counts each amount once. */
  net: cents.nullable(),
  tax: cents.nullable(),
  /** Rates of the tax. A credit note has those of the invoice that it corrects. Left out without any. */
  tax_rates: z.array(taxRate).optional(),
  /** Amount that an invoice charges, a credit note waives, or a receipt or refund moves. */
  total: cents,
  currency,
  /** The provider's status; `paid` of a receipt, `refunded` of a refund. */
  status: z.string(),
  reference: z.string().nullable(),
  /** Links at the provider. Anyone with a link can open it. */
  pdf: secret(z.string().nullable()),
  page: secret(z.string().nullable()),
});
export type Paper = z.infer<typeof paper>;

/** One page of papers. A page may hold a few more than asked for, because a receipt stays with its invoice. */
export const paperPage = z.object({
  documents: z.array(paper),
  has_more: z.boolean(),
  /** Where the next page begins, null after the last one. */
  cursor: z.string().nullable(),
});
export type PaperPage = z.infer<typeof paperPage>;

export const papersWanted = z.object({
  /** Calendar year, UTC. */
  year: z.int().min(2000).max(9999).optional(),
  license: z.string().max(255).optional(),
  limit: z.int().min(1).max(100).optional(),
  cursor: z.string().max(2_000).optional(),
});

const ofCustomer = z.object({ id });

/** Lists invoices, receipts, credit notes and refunds, newest first. */
export const listDocuments = endpoint("listDocuments", {
  requirement: "DOC-08",
  access: "customer",
  summary: "List all papers of a customer",
  params: ofCustomer,
  query: papersWanted,
  reply: paperPage,
  refusals: ["provider.unavailable"],
});

/** All papers of one year as a ZIP file. */
export const archive = z.object({
  id,
  year: z.int(),
  state: z.enum(["building", "ready", "failed"]),
  /** Papers in it so far. */
  papers: z.int(),
  /** Papers whose PDF the provider did not return. `missing.txt` names them. */
  missing: z.int(),
  bytes: z.int(),
  requested: unixSeconds,
  /** End of the download. Null until it is ready. */
  ready_until: unixSeconds.nullable(),
});
export type Archive = z.infer<typeof archive>;

/** Lists the archives that are being built or can be downloaded. */
export const listArchives = endpoint("listArchives", {
  requirement: "DOC-07",
  access: "customer",
  summary: "List the archives of papers",
  params: ofCustomer,
  reply: z.object({ archives: z.array(archive) }),
});

/** Begins to collect the papers of a year. While that runs, a repeat changes nothing. */
export const startArchive = endpoint("startArchive", {
  requirement: "DOC-07",
  access: "customer",
  summary: "Collect the papers of a year in an archive",
  params: ofCustomer,
  body: z.object({ year: z.int().min(2000).max(9999) }),
  reply: z.object({ archive }),
  refusals: ["rate.limited"],
});

export const downloadArchive = endpoint("downloadArchive", {
  requirement: "DOC-07",
  access: "customer",
  summary: "Download an archive of papers",
  params: z.object({ id, archive: id }),
  gives: "application/zip",
  reply: fileReply,
  refusals: ["object.not_found"],
});

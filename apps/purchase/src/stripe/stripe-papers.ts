import type Stripe from "stripe";
import type { PapersWanted, PaymentGateway } from "./payment-gateway.ts";
import { ProviderFailure } from "./provider-failure.ts";
import type { StripeCaller } from "./stripe-call.ts";
import type { StripeSettings } from "./stripe-client.ts";
import { idOf, readCreditNote, readInvoice } from "./stripe-reading.ts";

/** Time for one PDF, in milliseconds. */
const PAPER_MS = 15_000;
const PAPER_BYTES = 10 * 1_048_576;

function pageOf({
  limit,
  startingAfter,
  created,
}: PapersWanted): Stripe.InvoiceListParams & Stripe.CreditNoteListParams {
  return {
    limit,
    ...(startingAfter ? { starting_after: startingAfter } : {}),
    ...(created ? { created: { gte: created.from, lt: created.before } } : {}),
  };
}

/** Addresses that lead to one PDF at most. */
const MOST_HOPS = 5;

/** Returns where a PDF is fetched. The sandbox is asked where it is called, whatever its public address is. */
function addressOf(url: string, sandbox: StripeSettings["sandbox"]): string {
  if (!URL.canParse(url)) throw new ProviderFailure("invalid", "a paper without an address");
  const { pathname, search } = new URL(url);
  return sandbox ? `${sandbox.origin}${pathname}${search}` : url;
}

/** Refuses an address that is not the provider's. */
function refuseElsewhere(url: string, sandbox: StripeSettings["sandbox"]): void {
  const { protocol, hostname, host, origin, username, password } = new URL(url);
  const isTheirs = sandbox
    ? origin === new URL(sandbox.origin).origin
    : protocol === "https:" && /(^|\.)stripe\.com$/.test(host);
  if (!isTheirs || username !== "" || password !== "") {
    throw new ProviderFailure("invalid", `a paper at ${hostname} is not the provider's`);
  }
}

/** Fetches an address. Each address that it is sent on to must be the provider's too. */
async function fetchTheirs(first: string, sandbox: StripeSettings["sandbox"], signal: AbortSignal): Promise<Response> {
  let url = first;
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    refuseElsewhere(url, sandbox);
    // oxlint-disable-next-line eslint/no-await-in-loop
    const response = await fetch(url, { signal, redirect: "manual" });
    const next = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || next === null) return response;
    // oxlint-disable-next-line eslint/no-await-in-loop
    await response.body?.cancel();
    if (!URL.canParse(next, url)) throw new ProviderFailure("invalid", "a paper leads nowhere");
    url = new URL(next, url).href;
  }
  throw new ProviderFailure("invalid", "a paper leads from address to address");
}

async function fetchPaper(url: string, sandbox: StripeSettings["sandbox"]): Promise<Buffer | null> {
  const response = await fetchTheirs(addressOf(url, sandbox), sandbox, AbortSignal.timeout(PAPER_MS));
  if (response.status === 404 || response.status === 410 || response.status === 403) return null;
  if (!response.ok) throw new ProviderFailure("unavailable", `a paper was answered with ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > PAPER_BYTES) return null;
    parts.push(part);
  }
  const paper = Buffer.concat(parts);
  return paper.subarray(0, 5).toString("latin1") === "%PDF-" ? paper : null;
}

export function stripePapers({ stripe, call, read, find }: StripeCaller, sandbox: StripeSettings["sandbox"]) {
  return {
    customerInvoices: (customer, { subscription, ...page }) =>
      read(async () => {
        const of = subscription === undefined ? { customer } : { customer, subscription };
        const { data, has_more: hasMore } = await stripe.invoices.list({ ...of, ...pageOf(page) });
        return { items: data.map(readInvoice), hasMore };
      }),
    customerCreditNotes: (customer, page) =>
      read(async () => {
        const wanted = { customer, ...pageOf(page), expand: ["data.invoice"] };
        const { data, has_more: hasMore } = await stripe.creditNotes.list(wanted);
        return { items: data.map(readCreditNote), hasMore };
      }),
    invoicesByNumber: (number) =>
      read(async () => {
        const query = `number:${JSON.stringify(number)}`;
        return (await stripe.invoices.search({ query, limit: 10 })).data.map(readInvoice);
      }),
    customerOfPaper: async (id) => {
      const paper = await find<Stripe.Invoice | Stripe.CreditNote>(() =>
        id.startsWith("cn_") ? stripe.creditNotes.retrieve(id) : stripe.invoices.retrieve(id),
      );
      return idOf(paper?.customer);
    },
    paper: async (url) => {
      try {
        return await fetchPaper(url, sandbox);
      } catch (error) {
        if (error instanceof ProviderFailure) throw error;
        throw new ProviderFailure("unavailable", "a paper was not answered", { cause: error });
      }
    },
    setInvoiceFields: (id, fields, key) =>
      call(async () => {
        const customFields = fields.length > 0 ? fields.map((field) => ({ ...field })) : ("" as const);
        await stripe.invoices.update(id, { custom_fields: customFields }, { idempotencyKey: key });
      }),
  } satisfies Partial<PaymentGateway>;
}

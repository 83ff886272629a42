import type { FileReply } from "@foyer/contract/file-reply";
import { paperPdf } from "@foyer/paper/paper";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { createPaperQuote, listPaperQuotes, payerOfQuote, readPaperQuote, withdrawPaperQuote } from "./paper-quotes.ts";
import { quoteCheckout } from "./quote-checkout.ts";
import { quoteFacts } from "./quote-facts.ts";

/** Looks at quotes by their links from one network. */
const looks = { limit: 120, windowSeconds: 600 };

/** PDFs of one customer's quotes, for all callers together, because a link may be public. */
const draws = { limit: 60, windowSeconds: 600 };

const countLook = ({ limiter }: Deps, ip: string): Promise<void> =>
  limiter.take(`quote-looks:${clientNetwork(ip)}`, looks);

async function downloadPaperQuote(deps: Deps, reference: string): Promise<FileReply> {
  const quote = await readPaperQuote(deps, reference);
  await deps.limiter.take(`quote-papers:${await payerOfQuote(deps, reference)}`, draws);
  const { seller, brand, publicOrigin } = deps;
  const facts = quoteFacts(quote, {
    seller,
    accent: brand.accent,
    mark: brand.mark,
    link: `${publicOrigin}/quote?token=${reference}`,
  });
  return { name: `${quote.number}.pdf`, content: await paperPdf(facts, new Date(quote.created * 1_000)) };
}

export function paperQuoteRoutes(deps: Deps) {
  return routes({
    listPaperQuotes: async ({ params }) => ({ quotes: await listPaperQuotes(deps, params.id) }),
    createPaperQuote: async ({ caller, params, body }) => ({
      quote: await createPaperQuote(deps, {
        customerId: params.id,
        subscriptionId: body.subscription,
        wanted: { plan: body.plan, quantity: body.quantity },
        by: caller.username,
      }),
    }),
    quoteCheckout: async ({ caller, params }) => ({ quote: await quoteCheckout(deps, caller, params.checkout) }),
    withdrawPaperQuote: async ({ params }) => ({ quote: await withdrawPaperQuote(deps, params.id, params.quote) }),
    readPaperQuote: async ({ params, ip }) => {
      await countLook(deps, ip);
      return { quote: await readPaperQuote(deps, params.reference) };
    },
    downloadPaperQuote: async ({ params, ip }) => {
      await countLook(deps, ip);
      return await downloadPaperQuote(deps, params.reference);
    },
  });
}

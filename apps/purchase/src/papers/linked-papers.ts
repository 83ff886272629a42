import type { PaperPage } from "@foyer/contract/documents";
import { refuse } from "@foyer/service-kit/errors";
import { lookAtLink } from "../billing-contacts/billing-links.ts";
import type { Deps } from "../deps.ts";
import { listPapers } from "./papers.ts";

/** Lists a customer's papers for a billing contact, by the link in a mail of the last 30 days. */
export async function linkedPapers(
  deps: Deps,
  { token, cursor }: { readonly token: string; readonly cursor?: string | undefined },
  ip: string,
): Promise<PaperPage> {
  const { contact, papersUntil } = await lookAtLink(deps, token, ip);
  if (papersUntil === null) refuse("billing_link.dead");
  const page = await listPapers(deps, contact.customer_id, { cursor });
  // An id of the account's says nothing to the contact.
  return { ...page, documents: page.documents.map((paper) => ({ ...paper, license: null })) };
}

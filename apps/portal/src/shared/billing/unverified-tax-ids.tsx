import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/tax-ids";
import { taxFactsQuery } from "./queries.ts";

/** Warns before a charge that a tax id is not verified, with the consequence (DOC-02). */
export function UnverifiedTaxIds({ customerId }: { customerId: string }) {
  const { data: details } = useQuery(taxFactsQuery(customerId));
  const unverified = details?.tax_ids.filter(({ verification }) => verification === "unverified") ?? [];
  return unverified.map(({ kind, value }) => (
    <Notice key={`${kind} ${value}`} kind="warning" title={words.unverifiedTitle} announced={false}>
      {words.unverified(value)}
    </Notice>
  ));
}

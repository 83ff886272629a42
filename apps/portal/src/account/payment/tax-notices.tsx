import { Fact, Facts } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/payment";
import { taxFactsQuery } from "../../shared/billing/queries.ts";
import { UnverifiedTaxIds } from "../../shared/billing/unverified-tax-ids.tsx";

/**
 * The effect of the tax ids on the next charge: why no tax is charged, or why tax is still charged (DOC-02, DOC-03).
 */
export function TaxNotices({ customerId }: { customerId: string }) {
  const { data: details } = useQuery(taxFactsQuery(customerId));
  return (
    <>
      <UnverifiedTaxIds customerId={customerId} />
      {details?.tax_exempt === "reverse" && (
        <Facts>
          <Fact name={words.reverseCharge}>{words.reverseChargeNote}</Fact>
        </Facts>
      )}
    </>
  );
}

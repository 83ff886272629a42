import { Fact, Facts } from "@foyer/ui/section";
import { words } from "#words/payment";
import { brand } from "../../shared/settings/settings.ts";

/** The seller on the invoices, with the tax id that a buyer's accounting needs (DOC-19). */
export function SellerDetails() {
  const { name, address, taxId } = brand.seller;
  return (
    <Facts>
      <Fact name={words.seller}>{[name, ...address].join(", ")}</Fact>
      {taxId !== null && <Fact name={words.sellerTaxId}>{taxId}</Fact>}
    </Facts>
  );
}

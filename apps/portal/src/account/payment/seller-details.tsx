import { Fact, Facts } from "@foyer/ui/section";
import { words } from "#words/payment";
import { brand } from "../../shared/settings.ts";

/** Who stands on the invoices as their seller, with the tax id that a buyer's books need (DOC-19). */
export function SellerDetails() {
  const { name, address, taxId } = brand.seller;
  return (
    <Facts>
      <Fact name={words.seller}>{[name, ...address].join(", ")}</Fact>
      {taxId !== null && <Fact name={words.sellerTaxId}>{taxId}</Fact>}
    </Facts>
  );
}

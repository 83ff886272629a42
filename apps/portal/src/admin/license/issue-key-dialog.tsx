import { call } from "@foyer/api-client/client";
import type { StaffAccount } from "@foyer/contract/staff-wire";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { ProductFields, useProduct } from "./product-fields.tsx";

/** Issues a key that somebody can register by knowing its owner's name. */
export function IssueKeyDialog({ account: { username }, onClose }: { account: StaffAccount; onClose: () => void }) {
  const product = useProduct();
  const [owner, setOwner] = useState(username);
  const { productId, description, seats } = product.values;
  return (
    <RepairDialog
      title={words.issueKeyTitle}
      text={words.issueKeyText}
      agree={words.issueKey}
      ready={product.isReady && owner.trim() !== ""}
      run={(body, idempotencyKey) =>
        call(api, "staffIssueKey", {
          body: {
            ...body,
            owner: owner.trim(),
            product_id: productId.trim(),
            description: description.trim(),
            seats: Number(seats),
          },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <TextField
        label={words.keyOwner}
        autoComplete="off"
        value={owner}
        onChange={(event) => setOwner(event.target.value)}
      />
      <ProductFields {...product} />
    </RepairDialog>
  );
}

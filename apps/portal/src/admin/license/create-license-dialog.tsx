import { call } from "@foyer/api-client/client";
import type { StaffAccount } from "@foyer/contract/staff-wire";
import { TextField } from "@foyer/ui/field";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import styles from "../admin.module.css";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { endOfDay } from "./end-of-day.ts";
import { ProductFields, type ProductValues, useProduct } from "./product-fields.tsx";
import { useKept } from "../../shared/forms/use-kept.ts";

/** Makes a license for somebody. */
export function CreateLicenseDialog({
  account: { username },
  onClose,
}: {
  account: StaffAccount;
  onClose: () => void;
}) {
  const product = useProduct();
  const [expires, setExpires] = useKept("expires", "");
  return (
    <RepairDialog
      title={words.createLicenseTitle(username)}
      agree={words.createLicense}
      ready={product.isReady}
      run={(body, idempotencyKey) =>
        call(api, "staffCreateLicense", {
          body: { ...body, owner: username, ...wireOf(product.values), expires_date: endOfDay(expires) },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <ProductFields {...product} />
      <div className={styles.two}>
        <TextField
          label={words.expires}
          hint={words.expiresHint}
          type="date"
          value={expires}
          onChange={(event) => setExpires(event.target.value)}
        />
      </div>
    </RepairDialog>
  );
}

function wireOf({ productId, description, seats }: ProductValues) {
  return { product_id: productId.trim(), description: description.trim(), total_seats: Number(seats) };
}

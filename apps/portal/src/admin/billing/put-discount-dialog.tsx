import { call } from "@foyer/api-client/client";
import { couponCode } from "@foyer/domain/discount";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";

/** Puts a coupon on a running subscription; its preview shows the next charge with it (BUY-11). */
export function PutDiscountDialog({ subscription, onClose }: { subscription: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const code = couponCode(typed);
  return (
    <RepairDialog
      title={words.putDiscountTitle(subscription)}
      text={words.putDiscountText}
      agree={words.putDiscount}
      ready={code !== null}
      run={(body, idempotencyKey) =>
        call(api, "staffPutDiscount", {
          params: { id: subscription },
          body: { ...body, code: code ?? "" },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <TextField
        label={words.discountCode}
        hint={words.discountCodeHint}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </RepairDialog>
  );
}

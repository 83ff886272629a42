import { call } from "@foyer/api-client/client";
import type { Invoice } from "@foyer/contract/subscription-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../api.ts";
import { mutedClass } from "../../shared/panel.tsx";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { SelectField } from "../select-field.tsx";

/** Gives money back for an invoice; how much without being an administrator, the service says. */
export function RefundDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [amount, setAmount] = useState((invoice.total / 100).toFixed(2));
  const [to, setTo] = useState<"card" | "balance">("card");
  const centsWanted = centsOf(amount);
  return (
    <RepairDialog
      title={words.refundTitle(invoice.number ?? invoice.id)}
      agree={words.refund}
      isDangerous
      ready={centsWanted !== null && centsWanted > 0}
      run={(body, idempotencyKey) =>
        call(api, "staffRefund", {
          params: { id: invoice.id },
          body: { ...body, amount: centsWanted ?? 0, to },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <p className={mutedClass}>{words.refundOf(formatMoney(cents(invoice.total), invoice.currency))}</p>
      <TextField
        label={words.refundAmount(invoice.currency)}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <SelectField
        label={words.refundTo}
        value={to}
        options={[
          { value: "card", label: words.toCard },
          { value: "balance", label: words.toBalance },
        ]}
        onChoose={(value) => setTo(value === "balance" ? "balance" : "card")}
      />
    </RepairDialog>
  );
}

/** `12.50` as cents, without a detour over fractions; null for what is no amount. */
function centsOf(text: string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}

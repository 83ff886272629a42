import { call } from "@foyer/api-client/client";
import type { Invoice } from "@foyer/contract/subscription-wire";
import { cents, formatMoney, parseAmount, plainAmount } from "@foyer/domain/money";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { SelectField } from "../select-field.tsx";

/** Gives money back for an invoice; how much without being an administrator, the service says. */
export function RefundDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [amount, setAmount] = useState(plainAmount(cents(invoice.total), invoice.currency));
  const [to, setTo] = useState<"card" | "balance">("card");
  const centsWanted = parseAmount(amount, invoice.currency);
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

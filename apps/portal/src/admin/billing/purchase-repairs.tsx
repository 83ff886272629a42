import { call } from "@foyer/api-client/client";
import type { StaffPurchase } from "@foyer/contract/staff-wire";
import { Menu } from "@foyer/ui/menu";
import { useState } from "react";
import { words } from "#words/admin-purchases";
import styles from "../admin.module.css";
import { api } from "../../shared/requests/api.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { useRights } from "../use-rights.ts";

interface PurchaseRepairsProps {
  customerId: string;
  purchase: StaffPurchase;
}

/** What can be done about a purchase, as far as the staff member may (BUY-18). */
export function PurchaseRepairs({ customerId, purchase }: PurchaseRepairsProps) {
  const may = useRights();
  const [chosen, setChosen] = useState<"resend" | "cancel" | null>(null);
  const { id, license, state, cancelable_until: until } = purchase;
  const items = [
    ...(state === "done" && may("resend_mail")
      ? [{ label: words.resend, onSelect: () => setChosen("resend" as const) }]
      : []),
    ...(until !== null && may("refund") ? [{ label: words.cancel, onSelect: () => setChosen("cancel" as const) }] : []),
  ];
  const close = () => setChosen(null);
  return (
    <div className={styles.acts}>
      {items.length > 0 && <Menu label={words.actions} align="start" items={items} />}
      {chosen === "resend" && (
        <RepairDialog
          title={words.resendTitle}
          text={words.resendText}
          agree={words.resend}
          run={(body, idempotencyKey) =>
            call(api, "staffMailLicense", { params: { id: license }, body, idempotencyKey })
          }
          onClose={close}
        />
      )}
      {chosen === "cancel" && (
        <RepairDialog
          title={words.cancelTitle}
          text={words.cancelText}
          agree={words.cancel}
          isDangerous
          run={(body, idempotencyKey) =>
            call(api, "staffCancelPurchase", { params: { id: customerId, checkout: id }, body, idempotencyKey })
          }
          onClose={close}
        />
      )}
    </div>
  );
}

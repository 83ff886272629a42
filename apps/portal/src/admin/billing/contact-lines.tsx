import { call } from "@foyer/api-client/client";
import type { BillingContact } from "@foyer/contract/billing-contacts";
import { Button } from "@foyer/ui/button";
import { Tag } from "@foyer/ui/tag";
import { useState } from "react";
import { words } from "#words/admin";
import { words as repairs } from "#words/admin-repairs";
import styles from "../admin.module.css";
import { api } from "../../shared/requests/api.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { useRights } from "../use-rights.ts";

/** The customer's billing contacts, which staff can remove, for example when somebody has left the firm (DOC-05). */
export function ContactLines({ contacts }: { contacts: readonly BillingContact[] }) {
  const may = useRights();
  const [leaving, setLeaving] = useState<BillingContact | null>(null);
  return (
    <div className={styles.part}>
      <h3>{words.billingContacts}</h3>
      {contacts.length === 0 && <p>{words.noBillingContacts}</p>}
      <ul className={styles.lines}>
        {contacts.map((contact) => (
          <li key={contact.id} className={styles.line}>
            {contact.email}
            <Tag kind={contact.state === "confirmed" ? "success" : "neutral"}>{words.contactStates[contact.state]}</Tag>
            {may("remove_billing_contact") && (
              <Button small aria-label={repairs.removeContactOf(contact.email)} onClick={() => setLeaving(contact)}>
                {repairs.removeContact}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <RepairDialog
          title={repairs.removeContactOf(leaving.email)}
          text={repairs.removeContactText}
          agree={repairs.removeContact}
          isDangerous
          run={(body, idempotencyKey) =>
            call(api, "staffRemoveBillingContact", { params: { id: leaving.id }, body, idempotencyKey })
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  );
}

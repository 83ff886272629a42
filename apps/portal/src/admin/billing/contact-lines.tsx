import type { BillingContact } from "@foyer/contract/billing-contacts";
import { Tag } from "@foyer/ui/tag";
import { words } from "#words/admin";
import styles from "../admin.module.css";
import { ActButton } from "../repair/act-buttons.tsx";
import type { OfferedAct } from "../repair/offered-act.ts";
import { removeContact } from "./billing-acts.tsx";

interface ContactLinesProps {
  contacts: readonly BillingContact[];
  onOpen: (act: OfferedAct) => void;
}

/** The customer's billing contacts, which staff can remove (DOC-05). */
export function ContactLines({ contacts, onOpen }: ContactLinesProps) {
  return (
    <div className={styles.part}>
      <h3>{words.billingContacts}</h3>
      {contacts.length === 0 && <p>{words.noBillingContacts}</p>}
      <ul className={styles.lines}>
        {contacts.map((contact) => (
          <li key={contact.id} className={styles.line}>
            {contact.email}
            <Tag kind={contact.state === "confirmed" ? "success" : "neutral"}>{words.contactStates[contact.state]}</Tag>
            <ActButton act={removeContact(contact)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </div>
  );
}

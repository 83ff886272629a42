import { call } from "@foyer/api-client/client";
import type { BillingContact, ContactMail } from "@foyer/contract/billing-contacts";
import { addressSentence } from "@foyer/contract/typed-sentences";
import { isAddress } from "@foyer/domain/addresses";
import { Checkbox, TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/papers";
import { mutedClass } from "../shared/screens/panel.tsx";
import { api } from "../shared/requests/api.ts";
import { SubmitDialog } from "../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { contactsQuery } from "./paper-queries.ts";
import styles from "./papers.module.css";

const kinds: readonly ContactMail[] = ["invoices", "failed_payments", "renewals"];

interface ContactDialogProps {
  customerId: string;
  /** Null for a new one. */
  contact: BillingContact | null;
  onClose: () => void;
}

/** Edits a contact's address and mails. An unconfirmed address gets the link again. */
export function ContactDialog({ customerId, contact, onClose }: ContactDialogProps) {
  const client = useQueryClient();
  const [email, setEmail] = useState(contact?.email ?? "");
  const [mails, setMails] = useState<readonly ContactMail[]>(contact?.mails ?? ["invoices"]);
  const [tried, setTried] = useState(false);
  const isResent = contact !== null && contact.state !== "confirmed";
  const saving = useSubmit(async () => {
    const wanted = { mails: [...mails], language: "en" as const };
    if (contact?.state === "confirmed") {
      await call(api, "changeBillingContact", { params: { id: customerId, contact: contact.id }, body: wanted });
    } else {
      const body = { ...wanted, email: email.trim() };
      await call(api, "addBillingContact", { params: { id: customerId }, body });
    }
    await client.invalidateQueries({ queryKey: contactsQuery(customerId).queryKey });
    announce(contact?.state === "confirmed" ? words.contactSaved : words.contactAdded(email.trim()));
    onClose();
  });
  const isRight = isAddress(email.trim()) && mails.length > 0;
  return (
    <SubmitDialog
      sending={saving}
      title={contact === null ? words.addContact : words.changeOf(contact.email)}
      description={<p className={mutedClass}>{words.contactsHelp}</p>}
      submit={isResent ? words.resend : words.save}
      cancel={words.quit}
      onSubmit={() => {
        setTried(true);
        if (isRight) saving.submit();
      }}
      onClose={onClose}
    >
      {contact === null && (
        <TextField
          label={words.email}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={tried ? addressSentence(email.trim()) : null}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <fieldset className={styles.choices}>
        <legend>{words.mailsLegend}</legend>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={words.mails[kind]}
            checked={mails.includes(kind)}
            onChange={({ target }) =>
              setMails(target.checked ? [...mails, kind] : mails.filter((other) => other !== kind))
            }
          />
        ))}
        {tried && mails.length === 0 && (
          <p role="alert" className={styles.fault}>
            {words.mailsFault}
          </p>
        )}
      </fieldset>
    </SubmitDialog>
  );
}

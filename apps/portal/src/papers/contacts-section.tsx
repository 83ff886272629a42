import { call } from "@foyer/api-client/client";
import type { BillingContact, ContactMail } from "@foyer/contract/billing-contacts";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Section } from "@foyer/ui/section";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addressSentence } from "@foyer/contract/typed-sentences";
import { isAddress } from "@foyer/domain/addresses";
import { Checkbox, TextField } from "@foyer/ui/field";
import { words } from "#words/papers";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Loaded } from "../shared/screens/loaded.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import { api } from "../shared/requests/api.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { contactsQuery } from "./paper-queries.ts";
import styles from "./papers.module.css";
import { SubmitDialog } from "../shared/forms/submit-dialog.tsx";

const MOST_CONTACTS = 5;

/** The billing contacts, and the mails that each gets (DOC-05). */
export function ContactsSection({ customerId }: { customerId: string }) {
  const client = useQueryClient();
  const query = contactsQuery(customerId);
  const contacts = useQuery(query);
  const [editing, setEditing] = useState<BillingContact | "new" | null>(null);
  const removing = useSubmit<BillingContact>(async ({ id, email }) => {
    const params = { id: customerId, contact: id };
    client.setQueryData(query.queryKey, (await call(api, "removeBillingContact", { params })).contacts);
    announce(words.contactRemoved(email));
  });
  return (
    <Section
      title={words.contacts}
      actions={
        contacts.data &&
        contacts.data.length < MOST_CONTACTS && (
          <Button small onClick={() => setEditing("new")}>
            {words.addContact}
          </Button>
        )
      }
    >
      <p className={mutedClass}>{words.contactsHelp}</p>
      <FailureNotice failure={removing.failure} />
      <Loaded query={contacts} failed={words.contactsFailed}>
        {(list) =>
          list.length === 0 ? (
            <p>{words.noContacts}</p>
          ) : (
            <ul className={styles.rows} aria-label={words.contacts}>
              {list.map((contact) => (
                <ContactRow
                  key={contact.id}
                  contact={contact}
                  busy={removing.busy}
                  onChange={() => setEditing(contact)}
                  onRemove={() => removing.submit(contact)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {editing && (
        <ContactDialog
          customerId={customerId}
          contact={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  );
}

const kinds: Readonly<Record<BillingContact["state"], TagKind>> = {
  unconfirmed: "warning",
  confirmed: "success",
  stopped: "neutral",
};

interface ContactRowProps {
  contact: BillingContact;
  busy: boolean;
  onChange: () => void;
  onRemove: () => void;
}

function ContactRow({ contact: { email, mails, state, added }, busy, onChange, onRemove }: ContactRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <span className={styles.name}>
          {email} <Tag kind={kinds[state]}>{words.contactStates[state]}</Tag>
        </span>
        <span className={styles.small}>
          {mails.map((mail) => words.mails[mail]).join(", ")} · {formatDate(fromUnixSeconds(added))}
        </span>
      </div>
      <div className={styles.actions}>
        <Button small aria-label={words.changeOf(email)} onClick={onChange}>
          {words.change}
        </Button>
        <Button small busy={busy} aria-label={words.removeOf(email)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </li>
  );
}

const mailKinds: readonly ContactMail[] = ["invoices", "failed_payments", "renewals"];

interface ContactDialogProps {
  customerId: string;
  /** Null for a new one. */
  contact: BillingContact | null;
  onClose: () => void;
}

/** Edits a contact's address and mails. An unconfirmed address gets the link again. */
function ContactDialog({ customerId, contact, onClose }: ContactDialogProps) {
  const client = useQueryClient();
  const [email, setEmail] = useState(contact?.email ?? "");
  const [mails, setMails] = useState<readonly ContactMail[]>(contact?.mails ?? ["invoices"]);
  const [tried, setTried] = useState(false);
  const isResent = contact !== null && contact.state !== "confirmed";
  const saving = useSubmit(
    async () => {
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
    },
    undefined,
    { fields: contact === null ? ["email"] : [] },
  );
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
          error={(tried ? addressSentence(email.trim()) : null) ?? saving.fault("email")}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <fieldset className={styles.choices}>
        <legend>{words.mailsLegend}</legend>
        {mailKinds.map((kind) => (
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

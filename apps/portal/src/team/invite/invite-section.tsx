import type { ManagedLicense } from "@foyer/contract/licenses";
import { splitAddresses } from "@foyer/domain/addresses";
import { Button } from "@foyer/ui/button";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { TextArea } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { announce } from "@foyer/ui/live-region";
import { Section } from "@foyer/ui/section";
import { type RefObject, useRef, useState } from "react";
import { words } from "#words/team";
import { Actions } from "../../shared/panel.tsx";
import { AddressLines } from "../address-lines.tsx";
import { FileInvite } from "./file-invite.tsx";
import styles from "./invite-section.module.css";
import { type InviteFault, inviteFault, useInvite } from "./use-invite.ts";

interface InviteSectionProps {
  license: ManagedLicense;
  /** The displayed name of the license. */
  name: string;
}

/** The invite box: typed addresses, or a file of them (INV-01 to 04). */
export function InviteSection({ license, name }: InviteSectionProps) {
  const [typed, setTyped] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<InviteFault | null>(null);
  const invite = useInvite(license.id);
  const box = useRef<HTMLTextAreaElement>(null);
  const isFull = license.available_seats <= 0;
  const entries = splitAddresses(typed);

  function send() {
    const before = license.used_seats;
    invite.mutate(typed, {
      onSuccess: (answer) => {
        const found = inviteFault(answer, null);
        setFault(found);
        announce(words.invitedPeople(Math.max(0, answer.seats.length - before)));
        // Addresses that could not be sent stay in the box, to be corrected.
        setTyped(found ? [...found.invalid, ...found.notSent].join(", ") : "");
      },
      onError: (error) => setFault(inviteFault(undefined, error)),
      onSettled: () => setAsking(false),
    });
  }

  function cancel() {
    setTyped("");
    box.current?.focus();
  }

  return (
    <Section
      title={words.inviteTitle}
      actions={<span className={styles.free}>{isFull ? null : words.freeSeats(license.available_seats)}</span>}
    >
      <TextArea
        ref={box}
        label={words.addresses}
        placeholder={isFull ? words.allInUse : words.addressesPlaceholder}
        disabled={isFull}
        value={typed}
        rows={3}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.row}>
        <FileInvite license={license} disabled={isFull} />
        <Actions>
          <Button disabled={typed === ""} onClick={cancel}>
            {words.cancel}
          </Button>
          <Button look="primary" disabled={isFull || entries.length === 0} onClick={() => setAsking(true)}>
            {words.addEmail}
          </Button>
        </Actions>
      </div>
      {isAsking && (
        <FormDialog
          title={words.sendTitle}
          description={words.sendText(entries.length, name)}
          submit={words.send}
          cancel={words.cancel}
          busy={invite.isPending}
          returnTo={box}
          onSubmit={send}
          onClose={() => setAsking(false)}
        >
          <AddressLines addresses={entries} />
        </FormDialog>
      )}
      {fault && <FaultDialog fault={fault} returnTo={box} onClose={() => setFault(null)} />}
    </Section>
  );
}

interface FaultDialogProps {
  fault: InviteFault;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function FaultDialog({ fault: { invalid, notSent, sentence }, ...frame }: FaultDialogProps) {
  return (
    <DoneDialog title={words.addErrorTitle} button={words.close} {...frame}>
      {sentence && <p>{sentence}</p>}
      {invalid.length > 0 && (
        <>
          <AddressLines addresses={invalid} all />
          <p>{words.invalidHelp}</p>
        </>
      )}
      {notSent.length > 0 && (
        <>
          <AddressLines addresses={notSent} all />
          <p>{words.notSentHelp}</p>
        </>
      )}
    </DoneDialog>
  );
}

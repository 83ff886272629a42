import type { CallReply } from "@foyer/api-client/call-types";
import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import type { ManagedLicense } from "@foyer/contract/licenses";
import { joinAddresses, uniqueAddresses } from "@foyer/domain/addresses";
import { showInvisible } from "@foyer/domain/invisible";
import { Button } from "@foyer/ui/button";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { TextArea } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { Section } from "@foyer/ui/section";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useDeferredValue, useMemo, useRef, useState } from "react";
import { words as sending } from "#words/sending";
import { words } from "#words/team";
import { api } from "../../shared/requests/api.ts";
import { Actions } from "../../shared/screens/panel.tsx";
import { inviteId } from "../../shared/subscription/outcome-dialog.tsx";
import { refreshLicenses, seatsQuery } from "../../shared/subscription/subscription-queries.ts";
import { unusualAddress } from "../../shared/forms/unusual-address.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { AddressLines } from "../address-lines.tsx";
import { type AddressList, readAddressList } from "./address-list.ts";
import { ColumnQuestion } from "./column-question.tsx";
import { FileInvite } from "./file-invite.tsx";
import { InviteCounts, InvitePreview, RestPreview } from "./invite-preview.tsx";
import styles from "./invite-section.module.css";
import { MoreSeats, type OpenChangeSeats } from "./more-seats.tsx";
import { useKept } from "../../shared/forms/use-kept.ts";
import { sentenceOf } from "../../shared/failures/failure-sentence.ts";

interface InviteSectionProps {
  license: ManagedLicense;
  /** The displayed name of the license. */
  name: string;
  onChangeSeats: OpenChangeSeats;
}

/** The invite box: typed addresses, or a file of them (INV-01 to 04). Both are read and shown in one way (LOOK-01). */
export function InviteSection({ license, name, onChangeSeats }: InviteSectionProps) {
  const client = useQueryClient();
  const seats = useQuery(seatsQuery(license.id));
  const [typed, setTyped] = useKept("addresses", "");
  // The answer is about the text that is there: another table may have another column at that position.
  const [column, setColumn] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<InviteFault | null>(null);
  const [kept, setKept] = useState<KeptEntries | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const isFull = license.available_seats <= 0;
  const read = useDeferredValue(typed);
  const list = useMemo(
    () => readAddressList(read, seats.data ?? [], license.available_seats, column),
    [read, seats.data, license.available_seats, column],
  );
  // Until the seats are known, and where nothing is left to invite, the service decides about all entries.
  const isPart = seats.data !== undefined && list.good.length > 0;
  const sent = isPart ? list.good : list.entries;
  const invite = useSubmit(async (_, signal) => {
    const before = license.used_seats;
    const rest = isPart ? list.rest : [];
    try {
      const answer = await call(api, "inviteSeats", {
        params: { id: license.id },
        body: { seats: joinAddresses(sent) },
        timeoutMs: 60_000,
        signal,
      });
      client.setQueryData(seatsQuery(license.id).queryKey, answer.seats);
      const found = faultIn(answer);
      const notSent = found ? [...found.invalid, ...found.notSent] : [];
      // The reasons of the rest depend on the seats that are left now.
      await refreshLicenses(client);
      setFault(found);
      announce(words.sendEnded(Math.max(0, answer.seats.length - before), rest.length + notSent.length));
      const text = [...rest, ...notSent].join(", ");
      setTyped(text);
      setKept({ text, notSent });
      setAsking(false);
    } catch (error) {
      // After a stop, the dialog stays open and says so, as it does offline.
      if (signal.aborted) throw error;
      setFault(faultOf(error));
      setAsking(false);
      void refreshLicenses(client);
    }
  }, sending.inviting);

  function choose(position: number) {
    setColumn(position);
    box.current?.focus();
  }

  function cancel() {
    setTyped("");
    box.current?.focus();
  }

  return (
    <Section title={words.inviteTitle} id={inviteId}>
      <TextArea
        ref={box}
        label={words.addresses}
        placeholder={isFull ? words.allInUse : words.addressesPlaceholder}
        disabled={isFull}
        value={typed}
        rows={3}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          setColumn(null);
        }}
      />
      {list.choice && !isFull && <ColumnQuestion choice={list.choice} onChoose={choose} />}
      <TypedCounts list={seats.data ? list : null} license={license} onChangeSeats={onChangeSeats} />
      {kept !== null && typed !== "" && read === kept.text && <RestPreview list={list} notSent={kept.notSent} />}
      <div className={styles.row}>
        <FileInvite license={license} disabled={isFull} onChangeSeats={onChangeSeats} />
        <Actions>
          <Button disabled={typed === ""} onClick={cancel}>
            {words.cancel}
          </Button>
          <Button
            look="primary"
            disabled={isFull || (read === typed && list.entries.length === 0)}
            onClick={() => {
              invite.clear();
              setAsking(true);
            }}
          >
            {words.addEmail}
          </Button>
        </Actions>
      </div>
      {isAsking && (
        <SubmitDialog
          sending={invite}
          title={words.sendTitle}
          wide
          description={
            <>
              <p>{words.sendText(sent.length, name)}</p>
              {isPart && list.rest.length > 0 && <p>{words.restStays(list.rest.length)}</p>}
            </>
          }
          {...sendButton(list, isPart)}
          returnTo={box}
          onClose={() => setAsking(false)}
        >
          {seats.data ? <InvitePreview list={list} /> : <AddressLines addresses={list.entries} />}
        </SubmitDialog>
      )}
      {fault && <FaultDialog fault={fault} returnTo={box} onClose={() => setFault(null)} />}
    </Section>
  );
}

/** What was not invited at the last time, which stays in the box. */
interface KeptEntries {
  readonly text: string;
  readonly notSent: readonly string[];
}

/** The button names the people who are invited; the service judges entries that are no addresses (INV-04). */
function sendButton({ good, counts }: AddressList, isPart: boolean) {
  if (isPart) return { submit: words.inviteCount(good.length) };
  const isNobody = counts.seated + counts.invited > 0 && counts.malformed + counts.no_seat_left === 0;
  return isNobody ? { submit: words.nobodyToInvite, ready: false } : { submit: words.send };
}

interface TypedCountsProps extends Pick<InviteSectionProps, "license" | "onChangeSeats"> {
  /** Null until the seats are known. */
  list: AddressList | null;
}

/** Shows the expected results while the person types, and offers more seats if there are too few. */
function TypedCounts({ list, license, onChangeSeats }: TypedCountsProps) {
  const beyond = list?.counts.no_seat_left ?? 0;
  const isFull = license.available_seats <= 0;
  return (
    <>
      {list && list.entries.length > 0 && <InviteCounts counts={list.counts} />}
      <div className={styles.beyond}>
        <p role="status">{beyond > 0 && <strong>{words.beyondFree(beyond)}</strong>}</p>
        {(isFull || beyond > 0) && (
          <MoreSeats
            license={license}
            missing={beyond}
            label={isFull ? words.moreSeats : words.changeSeats}
            onChangeSeats={onChangeSeats}
          />
        )}
      </div>
    </>
  );
}

interface FaultDialogProps {
  fault: InviteFault;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function FaultDialog({ fault: { invalid: given, notSent, sentence }, ...frame }: FaultDialogProps) {
  const invalid = uniqueAddresses(given);
  return (
    <DoneDialog title={words.addErrorTitle} button={words.close} {...frame}>
      {sentence && <p>{sentence}</p>}
      {invalid.length > 0 && (
        <>
          <AddressLines addresses={invalid.map(showInvisible)} all />
          {invalid.map(unusualAddress).map((reason, at) => reason !== null && <p key={invalid[at]}>{reason}</p>)}
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

/** The content of "Error adding email(s)" (INV-04). */
interface InviteFault {
  readonly invalid: readonly string[];
  readonly notSent: readonly string[];
  /** The service's own sentence; null if the lists are enough. */
  readonly sentence: string | null;
}

/** Returns the addresses that were not invited; null if all were. */
function faultIn({ emails_not_sent: notSent, invalid_emails: invalid }: CallReply<"inviteSeats">) {
  return notSent.length > 0 || invalid.length > 0 ? { invalid, notSent, sentence: null } : null;
}

/** Returns why no address was invited. */
function faultOf(error: unknown): InviteFault {
  const invalid = error instanceof ApiError ? addressesIn(error.body["invalid_emails"]) : [];
  return { invalid, notSent: [], sentence: invalid.length > 0 ? null : sentenceOf(error) };
}

function addressesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

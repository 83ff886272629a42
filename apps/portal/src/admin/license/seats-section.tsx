import type { Seat } from "@foyer/contract/seats";
import type { StaffLicense } from "@foyer/contract/staff-wire";
import { Button } from "@foyer/ui/button";
import { Checkbox } from "@foyer/ui/field";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { words } from "#words/admin";
import { isInvitationExpired } from "../../shared/forms/invitation-expired.ts";
import { Link } from "../../shared/screens/router.tsx";
import { serviceClockQuery } from "../../shared/settings/service-clock.ts";
import styles from "../admin.module.css";
import { ActButton, useActDialog } from "../repair/act-buttons.tsx";
import { accountPage } from "../search/hit-page.ts";
import { useRights } from "../use-rights.ts";
import { freeSeats, moveSeats, resendInvitations } from "./license-acts.ts";

const SHOWN = 50;

/** A license's seats, which staff can free, move, or invite again. */
export function SeatsSection({ license, seats }: { license: StaffLicense; seats: readonly Seat[] }) {
  const may = useRights();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Results of the search link to a seat by the fragment of the URL.
  const linked = useLocation().hash.slice(1);
  const [shown, setShown] = useState(seats.findIndex(({ id }) => id === linked) < SHOWN ? SHOWN : seats.length);
  const found = useRef<HTMLTableRowElement>(null);
  useEffect(() => found.current?.scrollIntoView({ block: "center" }), [linked]);
  // A refetch may have removed chosen seats.
  const picked = seats.filter(({ id }) => chosen.has(id));
  const mayChange = may("free_seat");
  const now = useQuery(serviceClockQuery).data?.toISOString();

  function toggle(id: string, isOn: boolean) {
    setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)));
  }

  const section = useRef<HTMLElement>(null);
  const { open, dialog } = useActDialog("seats", { returnTo: section, onClose: () => setChosen(new Set()) });

  return (
    <Section ref={section} title={words.seatsOfLicense}>
      {seats.length === 0 ? (
        <p>{words.noSeatsOfLicense}</p>
      ) : (
        <Table dense caption={words.seatsOfLicense} head={[words.holder, words.email, words.status]}>
          {seats.slice(0, shown).map((seat) => (
            <tr
              key={seat.id}
              ref={seat.id === linked ? found : null}
              className={seat.id === linked ? styles.linkedSeat : undefined}
            >
              <Cell label={words.holder}>
                <SeatHolder
                  seat={seat}
                  isChosen={chosen.has(seat.id)}
                  {...(mayChange ? { onToggle: (isOn: boolean) => toggle(seat.id, isOn) } : {})}
                />
              </Cell>
              <Cell label={words.email} className={styles.value}>
                {seat.email}
              </Cell>
              <Cell label={words.status}>
                {isInvitationExpired(seat, now) ? words.invitationExpired : words.seatStates[seat.status]}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {seats.length > shown && (
        <p>
          <Button small onClick={() => setShown(seats.length)}>
            {words.showAll(seats.length)}
          </Button>
        </p>
      )}
      {mayChange && picked.length > 0 && (
        <div className={styles.seatActs}>
          <span role="status">{words.chosen(picked.length)}</span>
          <ActButton act={freeSeats(license, picked)} onOpen={open} />
          {picked.every(({ status }) => status !== "pending") && (
            <ActButton act={moveSeats(license, picked)} onOpen={open} />
          )}
          {picked.every(({ status }) => status === "pending") && (
            <ActButton act={resendInvitations(license, picked)} onOpen={open} />
          )}
        </div>
      )}
      {dialog}
    </Section>
  );
}

interface SeatHolderProps {
  seat: Seat;
  isChosen: boolean;
  onToggle?: (isOn: boolean) => void;
}

function SeatHolder({ seat, isChosen, onToggle }: SeatHolderProps) {
  const who = seat.username ? <Link to={accountPage(seat.username)}>{seat.username}</Link> : words.noValue;
  if (!onToggle) return who;
  return (
    <span className={styles.choice}>
      <Checkbox
        label=""
        aria-label={words.choose(seat.username ?? seat.email)}
        checked={isChosen}
        onChange={({ target }) => onToggle(target.checked)}
      />
      {who}
    </span>
  );
}

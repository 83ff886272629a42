import { call } from "@foyer/api-client/client";
import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import { Checkbox } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { words as acts } from "#words/seat-acts";
import { words as sending } from "#words/sending";
import { words } from "#words/team";
import { api } from "../shared/requests/api.ts";
import { refreshAfterChange, refreshLicenses, seatsQuery } from "../shared/subscription/subscription-queries.ts";
import { SubmitDialog } from "../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { AddressLines } from "./address-lines.tsx";

/** How often the license is read until the change has reached it, and the delay in milliseconds. */
const LOOKS = 20;
const LOOK_AFTER_MS = 500;

interface KeepSeatsDialogProps {
  license: ManagedLicense;
  /** The seats that were chosen to expire, or marked so later. */
  expiring: readonly Seat[];
  /** Cancels the recorded decrease. */
  takeBack: (signal: AbortSignal) => Promise<void>;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks, before a decrease is canceled, whether the people with an expiring seat keep it too (LOOK-03). */
export function KeepSeatsDialog({ license, expiring, takeBack, returnTo, onClose }: KeepSeatsDialogProps) {
  const client = useQueryClient();
  const [keepsPeople, setKeepsPeople] = useState(true);
  const isTakenBack = useRef(false);
  // The question keeps its list when the seats are refetched.
  const [asked] = useState(expiring);
  const keeping = useSubmit(async (_, signal) => {
    try {
      if (!isTakenBack.current) await takeBack(signal);
      isTakenBack.current = true;
      if (keepsPeople) await keepPeople(signal);
      // The page shows the result before the dialog closes.
      await refreshLicenses(client);
      announce(keepsPeople ? acts.takenBackWith(asked.length) : words.takenBack);
      onClose();
    } finally {
      refreshAfterChange(client);
    }
  }, sending.takingBack);

  async function keepPeople(signal: AbortSignal) {
    await untilRoom(license, signal);
    const body = { release: [], renew: asked.map(({ id }) => id) };
    const { seats } = await call(api, "releaseSeats", { params: { id: license.id }, body, signal });
    client.setQueryData(seatsQuery(license.id).queryKey, seats);
  }

  return (
    <SubmitDialog
      sending={keeping}
      title={words.keepSeats(license.total_seats)}
      description={acts.keepSeatsText(license.total_seats)}
      submit={words.keepSeats(license.total_seats)}
      returnTo={returnTo}
      onClose={onClose}
    >
      <Checkbox
        label={acts.keepPeople(asked.length)}
        checked={keepsPeople}
        onChange={(event) => setKeepsPeople(event.target.checked)}
      />
      <AddressLines addresses={asked.map(({ email }) => email)} />
    </SubmitDialog>
  );
}

/** Waits until the accounts service knows that the seats stay; before, it refuses to keep more people. */
async function untilRoom({ id, total_seats: total }: ManagedLicense, signal: AbortSignal) {
  for (let look = 0; look < LOOKS; look += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop
    const { managed_team_licenses: licenses } = await call(api, "listManagedLicenses", { signal });
    const now = licenses.find((license) => license.id === id);
    if ((now?.renewing_quantity ?? 0) >= total) return;
    // oxlint-disable-next-line eslint/no-await-in-loop
    await new Promise((passed) => setTimeout(passed, LOOK_AFTER_MS));
    signal.throwIfAborted();
  }
}

import { call } from "@foyer/api-client/client";
import type { Seat } from "@foyer/contract/seats";
import type { StaffLicense } from "@foyer/contract/staff-wire";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { useKept } from "../../shared/forms/use-kept.ts";

interface SeatDialogProps {
  license: StaffLicense;
  seats: readonly Seat[];
  onClose: () => void;
}

/** The seats that were chosen when the dialog opened: they are gone from the page once it is done. */
function useChosen(seats: readonly Seat[]): string[] {
  const [ids] = useState(() => seats.map(({ id }) => id));
  return ids;
}

export function FreeSeatsDialog({ license: { id }, seats, onClose }: SeatDialogProps) {
  const ids = useChosen(seats);
  return (
    <RepairDialog
      title={words.freeSeatsTitle(ids.length)}
      text={words.freeSeatsText}
      agree={words.freeSeats}
      isDangerous
      run={(body, idempotencyKey) =>
        call(api, "staffMoveSeats", { params: { id }, body: { ...body, seats: ids }, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}

export function MoveSeatsDialog({ license: { id }, seats, onClose }: SeatDialogProps) {
  const ids = useChosen(seats);
  const [to, setTo] = useKept("seat-to", "");
  return (
    <RepairDialog
      title={words.moveSeatsTitle(ids.length)}
      text={words.moveSeatsText}
      agree={words.moveSeats}
      isDangerous
      ready={to.trim() !== ""}
      run={(body, idempotencyKey) =>
        call(api, "staffMoveSeats", { params: { id }, body: { ...body, seats: ids, to: to.trim() }, idempotencyKey })
      }
      onClose={onClose}
    >
      <TextField
        label={words.moveTo}
        autoComplete="off"
        spellCheck={false}
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
    </RepairDialog>
  );
}

export function ResendDialog({ license: { id }, seats, onClose }: SeatDialogProps) {
  const ids = useChosen(seats);
  return (
    <RepairDialog
      title={words.resendTitle(ids.length)}
      text={words.resendText}
      agree={words.resend}
      run={(body, idempotencyKey) =>
        call(api, "staffResendInvitation", { params: { id }, body: { ...body, seats: ids }, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}

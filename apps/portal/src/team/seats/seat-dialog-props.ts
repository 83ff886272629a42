import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import type { RefObject } from "react";

/** What every dialog about one seat gets. */
export interface SeatDialogProps {
  license: ManagedLicense;
  seat: Seat;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
}

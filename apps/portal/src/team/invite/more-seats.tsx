import { isStoreBilled } from "@foyer/domain/product-id";
import { seatCountMax } from "@foyer/domain/quantity";
import type { ManagedLicense } from "@foyer/contract/licenses";
import { Button, buttonClass } from "@foyer/ui/button";
import { words } from "#words/team";
import { offerFor } from "../../shared/settings/buy-link.ts";
import { Link } from "../../shared/screens/router.tsx";

/** Opens Change Seats with that number of seats; null if seats cannot be changed here or now. */
export type OpenChangeSeats = ((wanted: number) => void) | null;

interface MoreSeatsProps {
  license: ManagedLicense;
  /** How many seats are missing. */
  missing: number;
  /** The label of the button that opens Change Seats. */
  label: string;
  onChangeSeats: OpenChangeSeats;
}

/** The next step where seats are missing: Change Seats, or buying; nothing if neither is possible. */
export function MoreSeats({ license, missing, label, onChangeSeats }: MoreSeatsProps) {
  const more = Math.min(Math.max(missing, 1), seatCountMax);
  // A license without a subscription cannot get more seats: another license is bought for the rest.
  const isBought = license.subscription_state === undefined && !isStoreBilled(license.product_id);
  const link = isBought ? offerFor(license.product_id, more)?.link : undefined;
  return (
    <>
      {onChangeSeats && (
        <Button small onClick={() => onChangeSeats(license.total_seats + Math.max(missing, 1))}>
          {label}
        </Button>
      )}
      {link !== undefined && (
        <Link to={link} className={buttonClass({ small: true })}>
          {words.moreSeats}
        </Link>
      )}
    </>
  );
}

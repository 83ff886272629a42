import type { ManagedLicense } from "@foyer/contract/licenses";
import type { PersonalSeat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { canReassign, heldFromOther } from "@foyer/domain/licenses";
import { buttonClass } from "@foyer/ui/button";
import { Tag } from "@foyer/ui/tag";
import type { ReactNode } from "react";
import { words } from "#words/account";
import { Link } from "../../shared/screens/router.tsx";
import { chooseTeam, giveState } from "../../shared/storage/team-choice.ts";
import { shownName } from "../../shared/settings/shown-name.ts";
import styles from "../account-page.module.css";
import { TrialActions, TrialFacts } from "./trial-row.tsx";

interface PersonalSeatRowProps {
  /** The devices of the seat; null where its product has none, or they are not known. */
  devices: ReactNode;
  seat: PersonalSeat;
  /** Null while it is loading. */
  viewerEmail: string | null;
  /** The license of the seat, if the viewer manages it. */
  license: ManagedLicense | null;
}

/** One product in which the person holds a seat, with the manager to contact or the next step. */
export function PersonalSeatRow({ seat, viewerEmail, license, devices }: PersonalSeatRowProps) {
  const owners = seat.owners;
  const own = seat.seats[0];
  const name = shownName(seat.description, seat.product_id ?? license?.product_id ?? "");
  const isOthers = viewerEmail !== null && heldFromOther(owners, viewerEmail);
  const isHandedOn =
    viewerEmail !== null &&
    license !== null &&
    canReassign({ productId: license.product_id, totalSeats: license.total_seats, ownerEmails: owners }, viewerEmail);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>
          {name}
          <Tag>{words.kinds[seat.purchase_type]}</Tag>
          {own?.status === "expiring" && <Tag kind="warning">{words.expiring}</Tag>}
        </p>
        <p className={styles.details}>
          {license?.trial ? <TrialFacts license={license} /> : seat.expires_date && <span>{ending(seat)}</span>}
          {own?.status === "expiring" && <span>{words.seatEnds}</span>}
          {isOthers && owners[0] && (
            <span>
              {words.teamManager} <a href={`mailto:${owners[0]}`}>{owners[0]}</a>
            </span>
          )}
        </p>
      </div>
      {license?.trial && <TrialActions license={license} trial={license.trial} isHeld />}
      {isHandedOn && (
        <Link
          to="/manage-team"
          state={giveState}
          className={buttonClass({ small: true })}
          aria-label={words.actOn(words.reassign, name)}
          onClick={() => chooseTeam(seat.registration_id)}
        >
          {words.reassign}
        </Link>
      )}
      {devices}
    </li>
  );
}

function ending(seat: PersonalSeat): string {
  const date = formatDate(seat.expires_date ?? "");
  return seat.purchase_type === "renewable" ? words.renewsOrEnds(date) : words.until(date);
}

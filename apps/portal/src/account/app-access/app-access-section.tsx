import type { CallReply } from "@foyer/api-client/call-types";
import type { ManagedLicense } from "@foyer/contract/licenses";
import type { PersonalSeat } from "@foyer/contract/seats";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { formatDate } from "@foyer/domain/dates";
import { canReassign, heldFromOther } from "@foyer/domain/licenses";
import { buttonClass } from "@foyer/ui/button";
import { Tag } from "@foyer/ui/tag";
import type { ReactNode } from "react";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { words as deviceWords } from "#words/devices";
import { activationsQuery } from "../../shared/devices/device-queries.ts";
import { Loaded, MissingParts } from "../../shared/screens/loaded.tsx";
import { shownName } from "../../shared/settings/shown-name.ts";
import { managedLicensesQuery, personalSeatsQuery, userQuery } from "../../shared/requests/queries.ts";
import { sectionIds } from "../section-ids.ts";
import styles from "../account-page.module.css";
import { Devices } from "./devices.tsx";
import { TrialActions, TrialFacts, TrialRow } from "./trial-row.tsx";
import { Link } from "../../shared/screens/router.tsx";
import { chooseTeam, giveState } from "../../shared/storage/team-choice.ts";

/** The products in which the person holds a seat. */
export function AppAccessSection() {
  const seats = useQuery(personalSeatsQuery);
  const user = useQuery(userQuery);
  const licenses = useQuery(managedLicensesQuery);
  const devices = useQuery(activationsQuery);
  return (
    <Section title={words.appAccessSection} id={sectionIds.appAccess}>
      <Loaded query={seats} failed={words.seatsFailed} lines={[0.6, 0.4, 0.6, 0.4]}>
        {(held) =>
          // These show who owns a seat, and whether it can be given away.
          held.length > 0 && (user.isPending || licenses.isPending) ? (
            <Skeleton label={common.loading} lines={[0.6, 0.4, 0.6, 0.4]} />
          ) : held.length + freeTrials(licenses.data, held).length === 0 ? (
            <EmptyState title={words.noSeats}>{words.noSeatsHelp}</EmptyState>
          ) : (
            <ul className={styles.rows}>
              {held.map((seat) => (
                <PersonalSeatRow
                  key={seat.id}
                  seat={seat}
                  viewerEmail={user.data?.email ?? null}
                  devices={devicesOf(seat, devices.data)}
                  license={licenses.data?.find(({ id }) => id === seat.registration_id) ?? null}
                />
              ))}
              {freeTrials(licenses.data, held).map((license) => (
                <TrialRow key={license.id} license={license} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MissingParts queries={[devices]} title={deviceWords.failed} />
    </Section>
  );
}

/**
 * The trials with an end that the person manages and holds no seat of: they can be bought here. Team views show no trial
 * (HOME-13).
 */
function freeTrials(licenses: readonly ManagedLicense[] = [], held: readonly PersonalSeat[]): ManagedLicense[] {
  const ids = new Set(held.map(({ registration_id: id }) => id));
  return licenses.filter(({ id, trial, expires_date: end }) => trial !== undefined && end !== null && !ids.has(id));
}

/** The devices of a seat, where its product has any. */
function devicesOf(seat: PersonalSeat, told: CallReply<"listActivations"> | undefined) {
  const limit = told?.limits.find(({ registration_id: id }) => id === seat.registration_id);
  if (!told || !limit) return null;
  const own = told.activations.filter(
    ({ registration_id: id, state }) => id === seat.registration_id && state !== "freed",
  );
  const name = shownName(seat.description, limit.product_id);
  return <Devices product={name} limit={limit} devices={own} />;
}

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
function PersonalSeatRow({ seat, viewerEmail, license, devices }: PersonalSeatRowProps) {
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
        <div className={styles.name}>
          <h3>{name}</h3>
          <Tag>{words.kinds[seat.purchase_type]}</Tag>
          {own?.status === "expiring" && <Tag kind="warning">{words.expiring}</Tag>}
        </div>
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

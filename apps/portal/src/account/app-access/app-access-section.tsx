import type { CallReply } from "@foyer/api-client/call-types";
import type { ManagedLicense } from "@foyer/contract/licenses";
import type { PersonalSeat } from "@foyer/contract/seats";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { words as deviceWords } from "#words/devices";
import { activationsQuery } from "../../shared/devices/device-queries.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { shownName } from "../../shared/settings/shown-name.ts";
import { managedLicensesQuery, personalSeatsQuery, userQuery } from "../../shared/requests/queries.ts";
import { sectionIds } from "../section-ids.ts";
import styles from "../account-page.module.css";
import { Devices } from "./devices.tsx";
import { PersonalSeatRow } from "./personal-seat-row.tsx";
import { TrialRow } from "./trial-row.tsx";

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
          // Whose a seat is, and whether it can be handed on, is known only with these.
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
      {devices.isError && <FailureNotice failure={devices.error} sentence={deviceWords.failed} />}
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

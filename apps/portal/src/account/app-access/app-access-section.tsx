import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { Loaded } from "../../shared/loaded.tsx";
import { managedLicensesQuery, personalSeatsQuery, userQuery } from "../../shared/queries.ts";
import { sectionIds } from "../account-index.tsx";
import styles from "../account-page.module.css";
import { PersonalSeatRow } from "./personal-seat-row.tsx";

/** The products in which the person holds a seat. */
export function AppAccessSection() {
  const seats = useQuery(personalSeatsQuery);
  const user = useQuery(userQuery);
  const licenses = useQuery(managedLicensesQuery);
  return (
    <Section title={words.appAccessSection} id={sectionIds.appAccess}>
      <Loaded query={seats} failed={words.seatsFailed} lines={[0.6, 0.4, 0.6, 0.4]}>
        {(held) =>
          // Whose a seat is, and whether it can be handed on, is known only with these.
          held.length > 0 && (user.isPending || licenses.isPending) ? (
            <Skeleton label={common.loading} lines={[0.6, 0.4, 0.6, 0.4]} />
          ) : held.length === 0 ? (
            <EmptyState title={words.noSeats}>{words.noSeatsHelp}</EmptyState>
          ) : (
            <ul className={styles.rows}>
              {held.map((seat) => (
                <PersonalSeatRow
                  key={seat.id}
                  seat={seat}
                  viewerEmail={user.data?.email ?? null}
                  license={licenses.data?.find(({ id }) => id === seat.registration_id) ?? null}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

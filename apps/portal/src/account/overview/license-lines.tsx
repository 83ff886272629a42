import type { ManagedLicense } from "@foyer/contract/licenses";
import type { PersonalSeat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { words } from "#words/account";
import { managedLicensesQuery, personalSeatsQuery } from "../../shared/requests/queries.ts";
import { Link } from "../../shared/screens/router.tsx";
import { useFirstRows } from "../../shared/screens/use-first-rows.ts";
import { shownName } from "../../shared/settings/shown-name.ts";
import { chooseTeam } from "../../shared/storage/team-choice.ts";
import { isPastDue } from "../../shared/subscription/past-due.ts";
import { sectionIds } from "../section-ids.ts";
import styles from "../account-page.module.css";
import { LicenseTerm } from "./license-term.tsx";
import { overviewRows, shownAtFirst } from "./overview-rows.ts";

/** Each license and seat of the person in one line; nothing if there is none. */
export function LicenseLines({ customerId }: { customerId: string | null }) {
  const licenses = useQuery(managedLicensesQuery);
  const seats = useQuery(personalSeatsQuery);
  const { managed, held } = overviewRows(licenses.data, seats.data);
  const lines = [
    ...managed
      .toSorted(byUrgency)
      .map((license) => <LicenseLine key={license.id} license={license} customerId={customerId} />),
    ...held.map((seat) => <SeatLine key={seat.id} seat={seat} />),
  ];
  const first = shownAtFirst(lines.length);
  const { list, showsAll, showAll } = useFirstRows(first);
  if (lines.length === 0) return null;
  const isFolded = !showsAll && first < lines.length;
  return (
    <section className={styles.licenses} aria-label={words.yourLicenses}>
      <ul ref={list}>{isFolded ? lines.slice(0, first) : lines}</ul>
      {isFolded && (
        <Button small look="quiet" onClick={showAll}>
          {words.showAllLicenses(lines.length)}
        </Button>
      )}
    </section>
  );
}

/** Failed payments first, then what renews or ends next, then permanent licenses, and ended subscriptions last. */
function byUrgency(one: ManagedLicense, other: ManagedLicense): number {
  const rank = (license: ManagedLicense) =>
    isPastDue(license) ? 0 : { active: 1, permanent: 2, inactive: 3 }[license.subscription_state ?? "permanent"];
  const end = ({ expiration_date: at, expires_date: until }: ManagedLicense) => at ?? until ?? "9";
  return rank(one) - rank(other) || end(one).localeCompare(end(other));
}

function LicenseLine({ license, customerId }: { license: ManagedLicense; customerId: string | null }) {
  const name = shownName(license.description, license.product_id);
  return (
    <Line
      name={name}
      facts={words.ofSeats(license.used_seats, license.total_seats)}
      term={<LicenseTerm license={license} customerId={customerId} />}
    >
      <Link to="/manage-team" aria-label={words.actOn(words.manage, name)} onClick={() => chooseTeam(license.id)}>
        {words.manage}
      </Link>
    </Line>
  );
}

/** A seat of a license that somebody else manages, or of a trial. */
function SeatLine({ seat }: { seat: PersonalSeat }) {
  const name = shownName(seat.description, seat.product_id ?? "");
  const isEnding = seat.seats[0]?.status === "expiring";
  const until =
    seat.purchase_type !== "renewable" && seat.expires_date ? words.endsAt(formatDate(seat.expires_date)) : null;
  return (
    <Line
      name={name}
      facts={seat.purchase_type === "trial" ? words.yourTrial : words.yourSeat}
      term={isEnding ? words.endsAtRenewal : until}
    >
      <a href={`#${sectionIds.appAccess}`} aria-label={words.actOn(words.details, name)}>
        {words.details}
      </a>
    </Line>
  );
}

interface LineProps {
  name: string;
  facts: string;
  term: ReactNode;
  /** The link to what can be done with it. */
  children: ReactNode;
}

function Line({ name, facts, term, children }: LineProps) {
  return (
    <li className={styles.license}>
      <strong>{name}</strong>
      <span>{facts}</span>
      <span>{term}</span>
      {children}
    </li>
  );
}

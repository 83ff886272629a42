import { call } from "@foyer/api-client/client";
import type { ManagedLicense } from "@foyer/contract/licenses";
import { formatDate } from "@foyer/domain/dates";
import { Button, buttonClass } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Tag } from "@foyer/ui/tag";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { later } from "../../shared/screens/part.tsx";
import { Link } from "../../shared/screens/router.tsx";
import { words } from "#words/trial";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { managedLicensesQuery, personalSeatsQuery } from "../../shared/requests/queries.ts";
import { shownName } from "../../shared/settings/shown-name.ts";
import { useLicenseOver } from "../../shared/settings/use-is-over.ts";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import styles from "../account-page.module.css";

const TrialInviteDialog = later(async () => (await import("./trial-invite-dialog.tsx")).TrialInviteDialog);

/** A trial that the person manages without holding a seat of it (BUY-12). */
export function TrialRow({ license }: { license: ManagedLicense }) {
  if (!license.trial) return null;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.name}>
          <h3>{shownName(license.description, license.product_id)}</h3>
          <Tag>{words.tag}</Tag>
        </div>
        <p className={styles.details}>
          <TrialFacts license={license} />
        </p>
      </div>
      <TrialActions license={license} trial={license.trial} isHeld={false} />
    </li>
  );
}

/** The end of the trial, or the day when its data is deleted, and the seats in use. */
export function TrialFacts({ license }: { license: ManagedLicense }) {
  const isOver = useLicenseOver(license);
  const { expires_date: end, trial, used_seats: used, total_seats: total } = license;
  const deleted = isOver ? (trial?.deleted_at ?? null) : null;
  return (
    <>
      {end !== null && <span>{isOver ? words.endedOn(formatDate(end)) : words.endsOn(formatDate(end))}</span>}
      {deleted !== null && <span>{words.keptUntil(formatDate(deleted))}</span>}
      {total > 1 && <span>{words.used(used, total)}</span>}
    </>
  );
}

interface TrialActionsProps {
  license: ManagedLicense;
  trial: NonNullable<ManagedLicense["trial"]>;
  /** True if the person holds a seat of it. */
  isHeld: boolean;
}

/** Links to buy the trial, with the form filled in; while it lasts, actions for its free seats. */
export function TrialActions({ license, trial, isHeld }: TrialActionsProps) {
  const queries = useQueryClient();
  const isOver = useLicenseOver(license);
  const [isInviting, setInviting] = useState(false);
  const taking = useSubmit(async () => {
    await call(api, "takeSeat", { params: { id: license.id }, idempotencyKey: `own-seat.${license.id}` });
    announce(words.seatTaken);
    await Promise.all(
      [personalSeatsQuery, managedLicensesQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
    );
  });
  const name = shownName(license.description, license.product_id);
  const hasRoom = !isOver && license.available_seats > 0;
  return (
    <>
      <div className={styles.rowActions}>
        {hasRoom && !isHeld && (
          <Button small aria-label={words.takeSeatOf(name)} busy={taking.busy} onClick={() => taking.submit()}>
            {words.takeSeat}
          </Button>
        )}
        {hasRoom && (
          <Button small aria-label={words.inviteOf(name)} onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        )}
        {trial.buy_plan !== null && (
          <Link
            to={`/buy?plan=${encodeURIComponent(trial.buy_plan)}&seats=${license.total_seats}`}
            className={buttonClass({ small: true, look: "primary" })}
            aria-label={words.buyOf(name)}
          >
            {words.buy}
          </Link>
        )}
      </div>
      {taking.failure !== null && (
        <div className={styles.rowNotice}>
          <FailureNotice failure={taking.failure} />
        </div>
      )}
      <Suspense>
        {isInviting && <TrialInviteDialog license={license} name={name} onClose={() => setInviting(false)} />}
      </Suspense>
    </>
  );
}

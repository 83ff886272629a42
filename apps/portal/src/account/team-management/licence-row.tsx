import type { ManagedLicense } from "@foyer/contract/licenses";
import { formatDate } from "@foyer/domain/dates";
import { billingInterval, isStoreBilled } from "@foyer/domain/product-id";
import { buttonClass } from "@foyer/ui/button";
import { Tag } from "@foyer/ui/tag";
import { lazy, Suspense, useRef } from "react";
import { Link } from "react-router";
import { words } from "#words/account";
import { words as billing } from "#words/subscription";
import { shownName } from "../../shared/shown-name.ts";
import { chooseTeam } from "../../shared/team-choice.ts";
import styles from "../account-page.module.css";
import { ModifyMenu } from "../subscriptions/modify-menu.tsx";
import type { Changes } from "../subscriptions/use-changes.ts";

const PendingPayment = lazy(async () => ({
  default: (await import("../../shared/subscription/pending-payment.tsx")).PendingPayment,
}));

interface LicenceRowProps {
  licence: ManagedLicense;
  /** How its subscription is changed; null for a licence that is not billed here. */
  changes: Changes | null;
}

/** One managed licence: what it is, how full it is, when it renews, and the way to its team. */
export function LicenceRow({ licence, changes }: LicenceRowProps) {
  const toTeam = useRef<HTMLAnchorElement>(null);
  const hasSubscription = licence.subscription_state !== undefined;
  const payer = licence.subscription_state === "active" ? (changes?.payerOf(licence) ?? null) : null;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>
          {shownName(licence.description, licence.product_id)}
          <StateTag licence={licence} />
        </p>
        <p className={styles.details}>
          <span>{words.seatsUsed(licence.used_seats, licence.total_seats)}</span>
          <Period licence={licence} />
          {isStoreBilled(licence.product_id) && <span>{words.storeBilled}</span>}
        </p>
      </div>
      <div className={styles.rowActions}>
        {payer && changes?.isPending(payer.subscription.id) && <Tag kind="info">{billing.pending}</Tag>}
        {payer && changes && (
          <ModifyMenu facts={payer.subscription} onChoose={(flow) => changes.open(licence, payer, flow)} />
        )}
        <Link
          ref={toTeam}
          to="/manage-team"
          className={buttonClass({ small: true })}
          onClick={() => chooseTeam(licence.id)}
        >
          {hasSubscription ? words.manageSubscription : words.manageTeam}
        </Link>
      </div>
      {payer && changes && (
        <Suspense>
          <div className={styles.rowNotice}>
            <PendingPayment
              payer={payer}
              isChanging={changes.opened?.payer.subscription.id === payer.subscription.id}
              onSettled={() => toTeam.current?.focus()}
              onRetry={(flow) => changes.open(licence, payer, flow)}
            />
          </div>
        </Suspense>
      )}
    </li>
  );
}

function StateTag({ licence }: { licence: ManagedLicense }) {
  if (licence.subscription_state === undefined) return null;
  if (licence.subscription_state === "inactive") return <Tag kind="danger">{words.ended}</Tag>;
  if (licence.subscription_status === "past_due") return <Tag kind="danger">{words.pastDue}</Tag>;
  if (licence.cancel_at_period_end) return <Tag kind="warning">{words.endsSoon}</Tag>;
  return <Tag kind="success">{words.active}</Tag>;
}

function Period({ licence }: { licence: ManagedLicense }) {
  const interval = billingInterval(licence.product_id);
  const end = licence.expiration_date ?? licence.expires_date;
  return (
    <>
      {licence.subscription_state !== undefined && interval && (
        <span>{interval === "year" ? words.yearly : words.monthly}</span>
      )}
      {end && <span>{endingOf(licence, formatDate(end))}</span>}
    </>
  );
}

function endingOf(licence: ManagedLicense, date: string): string {
  if (licence.subscription_state === "inactive") return words.endedOn(date);
  const isRenewing = licence.subscription_state === "active" && !licence.cancel_at_period_end;
  return isRenewing ? words.renews(date) : words.ends(date);
}

import { formatDate } from "@foyer/domain/dates";
import { buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { words } from "#words/account";
import { customerQuery } from "../../shared/billing/queries.ts";
import { managedLicensesQuery, ownInvitationsQuery } from "../../shared/requests/queries.ts";
import { later, part } from "../../shared/screens/part.tsx";
import { Link } from "../../shared/screens/router.tsx";
import { shownName } from "../../shared/settings/shown-name.ts";
import { DueSkeleton } from "../../shared/subscription/due-skeleton.tsx";
import { isPastDue } from "../../shared/subscription/past-due.ts";
import { ownRestoreQuery } from "../restore/own-restore-query.ts";
import { UpgradesBox } from "../upgrades-box/upgrades-box.tsx";
import { CardNotice } from "./card-notice.tsx";
import styles from "../account-page.module.css";

// Few accounts ever have one of these.
const restoreNotice = part(async () => (await import("../restore/restore-notice.tsx")).RestoreNotice);
const DuePayment = later(async () => (await import("../../shared/subscription/due-payment.tsx")).DuePayment);
const OthersDuePayment = later(
  async () => (await import("../../shared/subscription/due-payment.tsx")).OthersDuePayment,
);

/** Lists things that need the person's action. Renders nothing if there are none. */
export function NeedsAction({ customerId }: { customerId: string | null }) {
  const restore = useQuery(ownRestoreQuery);
  return (
    <section className={styles.needs} aria-label={words.needsAction}>
      {restore.data && <restoreNotice.Part />}
      <DuePayments customerId={customerId} />
      <Invitations />
      {customerId !== null && <CardNotice customerId={customerId} />}
      <UpgradesBox />
    </section>
  );
}

/** The failed payments of the person's own subscriptions, and of the licenses that she manages. */
function DuePayments({ customerId }: { customerId: string | null }) {
  const { data: licenses = [] } = useQuery(managedLicensesQuery);
  const customer = useQuery({ ...customerQuery(customerId ?? ""), enabled: customerId !== null });
  const own = customer.data?.subscriptions ?? [];
  const pastDue = licenses.filter(isPastDue);
  // Whether she pays it herself is not known before her subscriptions are.
  const isAwaited = pastDue.length > 0 && customerId !== null && customer.isPending;
  const others = isAwaited ? [] : pastDue.filter((license) => !own.some(({ id }) => id === license.subscription_id));
  const isDue = own.some(({ open_invoice: invoice }) => invoice);
  // A payment that was made here stays, and says so.
  const [wasDue, setWasDue] = useState(isDue);
  if (isDue && !wasDue) setWasDue(true);
  const nameOf = (subscription: string) => {
    const license = licenses.find(({ subscription_id: id }) => id === subscription);
    return license ? shownName(license.description, license.product_id) : null;
  };
  return (
    <Suspense fallback={<DueSkeleton />}>
      {isAwaited && <DueSkeleton />}
      {wasDue &&
        customerId !== null &&
        own.map((subscription) => (
          <DuePayment
            key={subscription.id}
            customerId={customerId}
            subscription={subscription}
            product={nameOf(subscription.id)}
          />
        ))}
      {others.map((license) => (
        <OthersDuePayment
          key={license.id}
          license={license}
          product={shownName(license.description, license.product_id)}
        />
      ))}
    </Suspense>
  );
}

/** The open invitations to the own address. */
function Invitations() {
  const { data: invitations = [] } = useQuery(ownInvitationsQuery);
  return invitations.map(({ reference, description, manager_email: by, expires_date: end }) => (
    <Notice
      key={reference}
      kind="info"
      announced={false}
      title={words.invited(description)}
      action={
        <Link to={`/confirm-invite/?ref=${encodeURIComponent(reference)}`} className={buttonClass({ small: true })}>
          {words.seeInvitation}
        </Link>
      }
    >
      {words.invitedBy(by, formatDate(end))}
    </Notice>
  ));
}

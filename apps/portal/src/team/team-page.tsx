import type { ManagedLicense } from "@foyer/contract/licenses";
import { isStoreBilled } from "@foyer/domain/product-id";
import { Meter, type MeterPart } from "@foyer/ui/meter";
import { Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Tag } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { words } from "#words/team";
import { Loaded, MissingParts } from "../shared/screens/loaded.tsx";
import { plansQuery } from "../shared/billing/queries.ts";
import { shownName } from "../shared/settings/shown-name.ts";
import { useLicenseOver } from "../shared/settings/use-is-over.ts";
import { licenseTerm } from "../shared/subscription/license-term.ts";
import { renewalPrice, type Payer } from "../shared/subscription/subscription-facts.ts";
import { SubscriptionDialogs } from "../shared/subscription/subscription-dialogs.tsx";
import { subscriptionActions, type ChangeableFacts } from "../shared/subscription/subscription-actions.ts";
import { keptAtReview } from "../shared/subscription/kept-review.ts";
import { seatsQuery } from "../shared/subscription/subscription-queries.ts";
import { type FlowName, useOpenFlow } from "../shared/subscription/use-open-flow.ts";
import { usePendingFlag } from "../shared/subscription/use-pending-flag.ts";
import { keptAtQuantity } from "./change-seats/change-seats.ts";
import { ChangeSeatsFlow } from "./change-seats/change-seats-flow.tsx";
import { DevicesSection } from "./devices-section.tsx";
import { HistorySection } from "./history/history-section.tsx";
import { InviteSection } from "./invite/invite-section.tsx";
import { ManagersSection } from "./managers/managers-section.tsx";
import { FailedPayment, PendingNotices } from "./pending-notices.tsx";
import { SeatListSection } from "./seats/seat-list-section.tsx";
import { TeamActions } from "./team-actions.tsx";
import { sectionIds, TeamIndex } from "./team-index.tsx";
import { teamFigures, type TeamFigures, teamSentence } from "./team-facts.ts";
import { FiguresList } from "./team-figures.tsx";
import styles from "./team-page.module.css";
import { usePayer } from "./use-payer.ts";
import { Priced } from "../shared/money/priced.tsx";

const REFRESH_MS = 15_000;

/** Everything about one team license. */
export function TeamPage({ license, name }: { license: ManagedLicense; name: string }) {
  const seats = useQuery({ ...seatsQuery(license.id), refetchInterval: REFRESH_MS });
  const plans = useQuery({ ...plansQuery, enabled: license.subscription_state !== undefined });
  const { payer, isKnown, queries } = usePayer(license);
  const pending = usePendingFlag();
  const { flow, open, close, ...outcome } = useOpenFlow();
  const sentence = useRef<HTMLParagraphElement>(null);
  const figures = teamFigures(license, seats.data);
  const isOver = useLicenseOver(license);
  const term = licenseTerm(license, isOver);
  const isSubscription = license.subscription_state !== undefined;
  const isOpen = license.subscription_state !== "inactive" && (isSubscription || !isOver);
  // A sentence that gets its price later would change before the reader's eyes (LOOK-16).
  const isPriced = isKnown && !(isSubscription && plans.isPending);
  const amount = payer && renewalPrice(payer.subscription, plans.data ?? []);
  const price = payer && amount !== null ? { ...payer.subscription, amount: amount ?? 0 } : null;
  function retry(failed: FlowName, quantity: number) {
    if (!payer) return;
    const { id, quantity: inForce } = payer.subscription;
    open(failed, id, failed === "seats" ? keptAtReview(quantity, inForce) : undefined);
  }
  const mayChangeSeats =
    payer !== null && subscriptionActions(payer.subscription).some((one) => one.flow === "seats" && !one.unavailable);
  const changeSeats = mayChangeSeats
    ? (wanted: number) => open("seats", payer.subscription.id, keptAtQuantity(wanted))
    : null;
  const choose = useCallback(
    (chosen: Parameters<typeof open>[0]) => open(chosen, license.subscription_id ?? license.id),
    [open, license.subscription_id, license.id],
  );

  return (
    <>
      <MissingParts queries={[...queries, plans]} />
      <FailedPayment license={license} product={name} payer={payer} isKnown={isKnown} />
      <TeamIndex mayInvite={isOpen} />
      <section className={styles.summary} aria-label={words.overview}>
        <div>
          {isPriced ? (
            <p ref={sentence} tabIndex={-1} className={styles.sentence}>
              <Priced>{teamSentence(figures, term, price)}</Priced>
            </p>
          ) : (
            <Skeleton label={words.loading} lines={[0.8]} />
          )}
          {pending.isPending && <Tag kind="info">{words.changePending}</Tag>}
          {license.products.length > 0 && (
            <p className={styles.includes}>
              {words.includes(license.products.map((product) => shownName(product, license.product_id)).join(", "))}
            </p>
          )}
        </div>
        {seats.isPending ? (
          <Skeleton label={words.loading} lines={[1, 0.6]} />
        ) : (
          <Meter label={words.meter} parts={meterParts(figures)} />
        )}
        <PendingNotices
          license={license}
          figures={figures}
          payer={payer}
          seats={seats.data}
          place={sentence}
          isChanging={flow !== null}
          onRetry={retry}
        />
        {isSubscription && isKnown && (
          <TeamActions
            licenseId={license.id}
            facts={licenseActionFacts(license, payer)}
            isPayer={payer !== null}
            onChoose={choose}
          />
        )}
        {isStoreBilled(license.product_id) && <p className={styles.includes}>{words.storeBilled}</p>}
        {isSubscription && term.kind !== "ended" && (
          <FiguresList
            figures={figures}
            term={term}
            productId={license.product_id}
            subscription={payer?.subscription ?? null}
            price={price}
          />
        )}
      </section>

      {isOpen && <InviteSection license={license} name={name} onChangeSeats={changeSeats} />}
      {seats.data && <SeatListSection license={license} name={name} seats={seats.data} />}
      {!seats.data && (
        <Section title={words.listTitle} id={sectionIds.seats}>
          <Loaded query={seats} failed={words.seatsFailed} lines={[1, 1, 1, 1, 1, 1]}>
            {() => null}
          </Loaded>
        </Section>
      )}
      {seats.data && <DevicesSection licenseId={license.id} seats={seats.data} />}
      <ManagersSection license={license} />
      <HistorySection licenseId={license.id} name={name} />

      {isKnown && isSubscription && (
        <SubscriptionDialogs
          {...outcome}
          flow={flow}
          payer={payer}
          place="team"
          onChanged={pending.raise}
          onClose={close}
          returnTo={sentence}
        />
      )}
      {flow === "seats" && payer && seats.data && (
        <ChangeSeatsFlow license={license} payer={payer} list={seats.data} onDone={outcome.finish} onClose={close} />
      )}
    </>
  );
}

/** Without the list of seats, the number of expiring ones is unknown. */
function meterParts({ inUse, expiring, invited, unused }: TeamFigures): readonly MeterPart[] {
  const ending = expiring ?? 0;
  return [
    { look: "strong", count: inUse - ending, text: words.inUse(inUse) },
    ...(ending > 0 ? [{ look: "warning", count: ending, text: words.expiring(ending) } as const] : []),
    { look: "striped", count: invited, text: words.pending(invited) },
    { look: "free", count: unused, text: words.unusedSeats(unused) },
  ];
}

/**
 * Returns the facts that decide which actions are available: the subscription from the purchase service for a payer,
 * otherwise the facts of the license. A recorded decrease counts as soon as either service reports it (QTY-01).
 */
function licenseActionFacts(license: ManagedLicense, payer: Payer | null): ChangeableFacts {
  if (payer) return payer.subscription;
  const { subscription_next: next, renewing_quantity: renewing, total_seats: total } = license;
  const told = next && { plan: next.plan, quantity: next.quantity, at: new Date(next.at) };
  const fewer =
    renewing !== null && renewing < total ? { plan: license.product_id, quantity: renewing, at: new Date(0) } : null;
  return {
    plan: license.product_id,
    quantity: total,
    isActive: license.subscription_state === "active",
    isPastDue: license.subscription_status === "past_due",
    isCanceled: license.cancel_at_period_end,
    next: told ?? fewer,
    waiting: null,
  };
}

import type { ManagedLicense, Purchase } from "@foyer/contract/licenses";
import { formatDate } from "@foyer/domain/dates";
import { billingInterval, isStoreBilled } from "@foyer/domain/product-id";
import { buttonClass } from "@foyer/ui/button";
import { Menu } from "@foyer/ui/menu";
import { Tag } from "@foyer/ui/tag";
import { useRef } from "react";
import { words } from "#words/account";
import { words as billing } from "#words/subscription";
import { offerFor } from "../../shared/settings/buy-link.ts";
import { Link } from "../../shared/screens/router.tsx";
import { keptAtReview } from "../../shared/subscription/kept-review.ts";
import { licenseTerm } from "../../shared/subscription/license-term.ts";
import { shownName } from "../../shared/settings/shown-name.ts";
import { PendingPayment } from "../../shared/subscription/pending-payment.tsx";
import { chooseTeam } from "../../shared/storage/team-choice.ts";
import { useLicenseOver } from "../../shared/settings/use-is-over.ts";
import styles from "../account-page.module.css";
import { ReplaceKey } from "../replace-key/replace-key.tsx";
import type { Changes } from "../subscriptions/use-changes.ts";
import { subscriptionActions } from "../../shared/subscription/subscription-actions.ts";
import type { SubscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import type { FlowName } from "../../shared/subscription/use-open-flow.ts";

interface LicenseRowProps {
  license: ManagedLicense;
  /** The changes of its subscription; null for a license that is not billed here. */
  changes: Changes | null;
  purchase: Purchase | undefined;
}

/** One managed license: its product, used seats and renewal, and the link to its team. */
export function LicenseRow({ license, changes, purchase }: LicenseRowProps) {
  const toTeam = useRef<HTMLAnchorElement>(null);
  const hasSubscription = license.subscription_state !== undefined;
  const name = shownName(license.description, license.product_id);
  const manage = hasSubscription ? words.manageSubscription : words.manageTeam;
  const payer = license.subscription_state === "active" ? (changes?.payerOf(license) ?? null) : null;
  const offer = license.subscription_state === "active" ? null : offerFor(license.product_id, license.total_seats);
  const upgrade = offer?.isUpgrade ? offer : null;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.name}>
          <h4>{name}</h4>
          <StateTag license={license} />
        </div>
        <p className={styles.details}>
          <span>{words.seatsUsed(license.used_seats, license.total_seats)}</span>
          <Period license={license} />
          {isStoreBilled(license.product_id) && <span>{words.storeBilled}</span>}
        </p>
        <BoughtKey purchase={purchase} />
      </div>
      <div className={styles.rowActions}>
        {payer && changes?.isPending(payer.subscription.id) && <Tag kind="info">{billing.pending}</Tag>}
        {payer && changes && (
          <ModifyMenu facts={payer.subscription} of={name} onChoose={(flow) => changes.open(license, payer, flow)} />
        )}
        {license.subscription_state === "inactive" && !isStoreBilled(license.product_id) && (
          <Link
            to={`/buy?license=${encodeURIComponent(license.id)}`}
            className={buttonClass({ small: true, look: "primary" })}
            aria-label={words.actOn(words.subscribeAgain, name)}
          >
            {words.subscribeAgain}
          </Link>
        )}
        {upgrade && (
          <Link
            to={upgrade.link}
            className={buttonClass({ small: true })}
            aria-label={words.actOn(words.upgradeTo(upgrade.name), name)}
          >
            {words.upgradeTo(upgrade.name)}
          </Link>
        )}
        <Link
          ref={toTeam}
          to="/manage-team"
          className={buttonClass({ small: true })}
          aria-label={words.actOn(manage, name)}
          onClick={() => chooseTeam(license.id)}
        >
          {manage}
        </Link>
      </div>
      {payer && changes && (
        <div className={styles.rowNotice}>
          <PendingPayment
            payer={payer}
            isChanging={changes.opened?.payer.subscription.id === payer.subscription.id}
            onSettled={() => toTeam.current?.focus()}
            onRetry={(flow, quantity) =>
              changes.open(license, payer, flow, keptAtReview(quantity, payer.subscription.quantity))
            }
          />
        </div>
      )}
    </li>
  );
}

function StateTag({ license }: { license: ManagedLicense }) {
  const isOver = useLicenseOver(license);
  if (license.subscription_state === undefined) return isOver ? <Tag kind="danger">{words.ended}</Tag> : null;
  if (license.subscription_state === "inactive") return <Tag kind="danger">{words.ended}</Tag>;
  if (license.subscription_status === "past_due") return <Tag kind="danger">{words.pastDue}</Tag>;
  if (license.cancel_at_period_end) return <Tag kind="warning">{words.endsSoon}</Tag>;
  return <Tag kind="success">{words.active}</Tag>;
}

function Period({ license }: { license: ManagedLicense }) {
  const interval = billingInterval(license.product_id);
  const term = licenseTerm(license, useLicenseOver(license));
  return (
    <>
      {license.subscription_state !== undefined && interval && (
        <span>{interval === "year" ? words.yearly : words.monthly}</span>
      )}
      {term.kind !== "endless" && term.at !== null && <span>{terms[term.kind](term.at)}</span>}
    </>
  );
}

const terms = {
  renews: words.renews,
  past_due: words.renews,
  expires: words.ends,
  over: words.endedOn,
  ended: words.endedOn,
} as const;

/** The key of a license that was bought here, with its license. */
function BoughtKey({ purchase }: { purchase: Purchase | undefined }) {
  if (!purchase?.key_bought || purchase.key === null) return null;
  const { key, key_revoked_at: revoked } = purchase;
  return (
    <div className={styles.details}>
      <span>
        {words.licenseKey} <code translate="no">{key}</code>
      </span>
      {revoked !== undefined && <Tag kind="danger">{words.keyRevoked(formatDate(revoked))}</Tag>}
      <ReplaceKey purchase={purchase} />
    </div>
  );
}

interface ModifyMenuProps {
  facts: SubscriptionFacts;
  /** The license's name. */
  of: string;
  onChoose: (flow: FlowName) => void;
}

/** The actions for a subscription; an unavailable one shows the reason. */
function ModifyMenu({ facts, of, onChoose }: ModifyMenuProps) {
  const items = subscriptionActions(facts).map(({ flow, label, unavailable }) => ({
    label,
    unavailable: unavailable ?? undefined,
    onSelect: () => onChoose(flow),
  }));
  return <Menu label={billing.modify} name={words.actOn(billing.modify, of)} items={items} small />;
}

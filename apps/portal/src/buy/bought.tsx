import type { Checkout } from "@foyer/contract/checkout";
import { Button, buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Progress } from "@foyer/ui/spinner";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { announce } from "@foyer/ui/live-region";
import { words } from "#words/buy";
import { Link } from "../shared/screens/router.tsx";
import { Actions, mutedClass, Panel } from "../shared/screens/panel.tsx";
import { managedLicensesQuery, personalSeatsQuery, purchasesQuery } from "../shared/requests/queries.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { brand } from "../shared/settings/settings.ts";
import { refreshLicenses } from "../shared/subscription/subscription-queries.ts";
import { chooseTeam } from "../shared/storage/team-choice.ts";
import { linkBack } from "./choice.ts";
import { OwnSeat } from "./own-seat.tsx";
import styles from "./buy.module.css";

interface BoughtProps {
  checkout: Checkout;
  /** The return address in the buyer's link. */
  back: string | null;
  /** Runs when the person goes on to another page; a reload shows this one again. */
  onLeave: () => void;
}

/** Shown after the purchase: the license, a seat for the buyer, people to invite, the receipt (BUY-06). */
export function Bought({ checkout, back, onLeave }: BoughtProps) {
  const { product, license, is_license_ready: isReady, is_return: isReturn } = checkout;
  const queries = useQueryClient();
  const [isFresh, setFresh] = useState(false);
  useEffect(() => onLeave, [onLeave]);
  useEffect(() => {
    if (!isReady) return;
    // The next page must wait for the new license instead of using an old list.
    for (const { queryKey } of [managedLicensesQuery, purchasesQuery, personalSeatsQuery]) {
      queries.removeQueries({ queryKey, type: "inactive" });
    }
    void refreshLicenses(queries).then(() => setFresh(true));
  }, [isReady, queries]);
  const open = () => chooseTeam(license);
  const site = linkBack(back, checkout.id, location.origin, brand.returnOrigins);
  return (
    <Screen
      title={words.pageTitle}
      heading={isReturn ? words.returnedHeading(product) : words.boughtHeading(product)}
      width="text"
    >
      {isFresh ? (
        <Panel>
          <p>{words.boughtText(checkout.quantity)}</p>
          {checkout.plan.interval === null && <BoughtKey license={license} />}
          {!isReturn && !checkout.trial && <OwnSeat license={license} />}
          <Actions>
            <Link
              to="/manage-team"
              className={buttonClass(checkout.quantity > 1 ? { look: "primary" } : {})}
              onClick={open}
            >
              {checkout.quantity > 1 && !isReturn ? words.invite : words.openLicense}
            </Link>
            {site ? (
              <a href={site.href} className={buttonClass()}>
                {words.backTo(site.hostname)}
              </a>
            ) : (
              <Link to="/" className={buttonClass()}>
                {words.toAccount}
              </Link>
            )}
          </Actions>
        </Panel>
      ) : (
        <Notice kind="info">
          <Progress label={words.onItsWay} /> {words.onItsWay}
        </Notice>
      )}
      {isReady && checkout.download !== undefined && (
        <p>
          <a href={checkout.download}>{words.download(product)}</a>
        </p>
      )}
      {checkout.invoice?.hosted_invoice_url && (
        <p className={mutedClass}>
          <a href={checkout.invoice.hosted_invoice_url} target="_blank" rel="noreferrer">
            {words.receipt}
            {checkout.invoice.number === null ? "" : ` ${checkout.invoice.number}`}
          </a>
        </p>
      )}
    </Screen>
  );
}

/** The key of a license that was bought once, where it has one (BUY-07). */
function BoughtKey({ license }: { license: string }) {
  const { data: purchases } = useQuery(purchasesQuery);
  const key = purchases?.find(({ registration_id: id }) => id === license)?.key ?? null;
  if (key === null) return null;

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      announce(words.keyCopied);
    } catch {
      announce(words.keyNotCopied);
    }
  }

  return (
    <div>
      <p>
        <strong>{words.key}</strong>
      </p>
      <p className={styles.key}>
        <code translate="no">{key}</code>
        <Button small aria-label={words.copyKey} onClick={() => void copy(key)}>
          {words.copy}
        </Button>
      </p>
      <p className={mutedClass}>{words.keyText}</p>
    </div>
  );
}

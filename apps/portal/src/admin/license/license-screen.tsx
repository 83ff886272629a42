import type { StaffLicense, StaffLicensePage } from "@foyer/contract/staff-wire";
import { formatDate } from "@foyer/domain/dates";
import { Section } from "@foyer/ui/section";
import { Tag } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useParams } from "react-router";
import { words } from "#words/admin";
import { Link } from "../../shared/screens/router.tsx";
import { Screen } from "../../shared/screens/screen.tsx";
import { shownName } from "../../shared/settings/shown-name.ts";
import { useIsOver, useLicenseOver } from "../../shared/settings/use-is-over.ts";
import styles from "../admin.module.css";
import { startSubscription } from "../billing/billing-acts.tsx";
import { CustomerSection } from "../billing/customer-section.tsx";
import { DevicesSection } from "../devices-section.tsx";
import { Fact } from "../fact.tsx";
import { Missing } from "../missing.tsx";
import { customerQuery, licenseQuery } from "../queries.ts";
import { ActMenu } from "../repair/act-buttons.tsx";
import type { OfferedAct } from "../repair/offered-act.ts";
import { accountPage } from "../search/hit-page.ts";
import { namesOf } from "../timeline/entry-sentence.ts";
import { entriesOfSubscription, mergeTimelines } from "../timeline/timeline-lines.ts";
import { restOf, Timeline } from "../timeline/timeline.tsx";
import { editLicense, limitDevices, replaceKey, transferLicense } from "./license-acts.ts";
import { termOf } from "./license-term.ts";
import { SeatsSection } from "./seats-section.tsx";

/** The page of a license: facts, seats, devices, billing and timeline, with the acts for each. */
export function LicenseScreen() {
  const { id = "" } = useParams();
  const page = useQuery(licenseQuery(id));
  const isOver = useIsOver();
  const license = page.data?.license;
  const name = license ? shownName(license.description, license.product_id) : id;
  return (
    <Screen
      title={name}
      heading={
        <span className={styles.heading}>
          {name} {license && hasEnded(license, isOver(license)) && <Tag kind="danger">{words.ended}</Tag>}
        </span>
      }
      actions={license ? <ActMenu acts={actsFor(license)} /> : null}
    >
      {page.data ? (
        <License page={page.data} />
      ) : (
        <Missing query={page} failed={words.licenseFailed} missing={words.licenseMissing} />
      )}
    </Screen>
  );
}

/** Returns the acts for a license, in the order of the menu. */
function actsFor(license: StaffLicense): OfferedAct[] {
  const ofKey = license.key === null ? [] : [replaceKey(license)];
  const acts = [editLicense(license), transferLicense(license), limitDevices(license), ...ofKey];
  return license.subscription_state === "inactive" ? [...acts, startSubscription(license)] : acts;
}

function License({ page: { license, seats, activations, timeline } }: { page: StaffLicensePage }) {
  const customerId = license.subscription_customer;
  const customer = useQuery({ ...customerQuery(customerId ?? ""), enabled: customerId !== null });
  const paid = entriesOfSubscription(
    customer.data?.timeline ?? [],
    customer.data?.subscriptions ?? [],
    license.subscription_id,
  );
  return (
    <div className={styles.columns}>
      <div className={styles.parts}>
        <Facts license={license} />
        <SeatsSection license={license} seats={seats} />
        <DevicesSection devices={activations ?? []} />
        {customerId !== null && <CustomerSection id={customerId} subscription={license.subscription_id} />}
      </div>
      <Timeline
        entries={mergeTimelines(timeline, paid)}
        rest={restOf(customerId === null ? [] : [customer])}
        names={namesOf([], customer.data ? [customer.data] : [])}
      />
    </div>
  );
}

function hasEnded({ subscription_state: state }: StaffLicense, isOver: boolean): boolean {
  return state === "inactive" || (state !== "active" && isOver);
}

function Facts({ license }: { license: StaffLicense }) {
  const isOver = useLicenseOver(license);
  return (
    <Section title={words.overview}>
      <dl className={styles.facts}>
        <Fact name={words.license} isId>
          {license.id}
        </Fact>
        <Fact name={words.owners}>
          {license.owners.map((owner, at) => (
            <Fragment key={owner}>
              {at > 0 && ", "}
              <Link to={accountPage(owner)}>{owner}</Link>
            </Fragment>
          ))}
        </Fact>
        <Fact name={words.product} isId>
          {license.product_id}
        </Fact>
        <Fact name={words.seatsUsedLabel}>{words.seatsUsed(license.used_seats, license.total_seats)}</Fact>
        {license.renewing_quantity !== null && (
          <Fact name={words.nextPeriod}>{words.seats(license.renewing_quantity)}</Fact>
        )}
        <Fact name={words.subscription}>
          {termOf(license, isOver)}
          {license.subscription_id && <p className={styles.id}>{license.subscription_id}</p>}
        </Fact>
        <Fact name={words.registered}>{formatDate(license.registration_date)}</Fact>
        {license.key && (
          <Fact name={words.key} isId>
            {license.key}
          </Fact>
        )}
        {license.upgrades_remaining > 0 && <Fact name={words.upgradesLeft}>{license.upgrades_remaining}</Fact>}
      </dl>
    </Section>
  );
}

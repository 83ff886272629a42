import { Button, buttonClass } from "@foyer/ui/button";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import type { ManagedLicense, Purchase } from "@foyer/contract/licenses";
import { Suspense } from "react";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { later } from "../../shared/screens/part.tsx";
import { Link } from "../../shared/screens/router.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { managedLicensesQuery, purchasesQuery, userQuery } from "../../shared/requests/queries.ts";
import { useFirstRows } from "../../shared/screens/use-first-rows.ts";
import { supportedVersions } from "../../shared/settings/shown-name.ts";
import { sectionIds } from "../section-ids.ts";
import styles from "../account-page.module.css";
import { type Changes, useChanges } from "../subscriptions/use-changes.ts";
import type { Flash } from "../use-place.ts";
import { LicenseRow } from "./license-row.tsx";
import { type SortedLicenses, sortLicenses } from "./sort-licenses.ts";

const SubscriptionDialogs = later(
  async () => (await import("../../shared/subscription/subscription-dialogs.tsx")).SubscriptionDialogs,
);

/** The subscriptions and licenses that the person manages, with links to their teams. */
export function TeamManagementSection({ flash }: { flash: Flash }) {
  const licenses = useQuery(managedLicensesQuery);
  const purchases = useQuery(purchasesQuery);
  const user = useQuery(userQuery);
  return (
    <Section title={words.teamSection} id={sectionIds.team} {...flash}>
      <Loaded query={licenses} failed={words.teamFailed} lines={[0.6, 0.4, 0.6, 0.4]}>
        {(managed) =>
          // Only the purchases say which licenses are archived. If they fail to load, all licenses are listed
          // together.
          managed.length > 0 && purchases.isPending ? (
            <Skeleton label={common.loading} lines={[0.6, 0.4, 0.6, 0.4]} />
          ) : (
            <Licenses
              customer={user.data?.customer_id[0] ?? null}
              purchases={purchases.data ?? []}
              sorted={sortLicenses({
                licenses: managed,
                purchases: purchases.data ?? [],
                viewer: user.data ?? { username: "", customer_id: [] },
                supported: supportedVersions,
              })}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

interface LicensesProps {
  sorted: SortedLicenses;
  customer: string | null;
  purchases: readonly Purchase[];
}

function Licenses({ sorted, customer, purchases }: LicensesProps) {
  const changes = useChanges(customer);
  const { subscriptions, team, archived } = sorted;
  if (subscriptions.length + team.length + archived.length === 0) {
    return (
      <EmptyState title={words.noTeam}>
        <p>{words.noTeamHelp}</p>
        <Link to="/buy" className={buttonClass()}>
          {words.buy}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <Group
        id="subscriptions"
        title={words.subscriptions}
        licenses={subscriptions}
        purchases={purchases}
        changes={changes}
      />
      <Group id="team-licenses" title={words.teamLicenses} licenses={team} purchases={purchases} />
      <Group id="archived-licenses" title={words.archived} licenses={archived} purchases={purchases} />
      <Suspense>
        {(changes.opened ?? changes.outcome) && (
          <SubscriptionDialogs
            flow={changes.opened?.flow ?? null}
            payer={changes.opened?.payer ?? null}
            outcome={changes.outcome}
            finish={changes.finish}
            dismiss={changes.dismiss}
            place="account"
            onChanged={changes.raise}
            onClose={changes.close}
          />
        )}
      </Suspense>
    </>
  );
}

const SHOWN_AT_FIRST = 10;

interface GroupProps {
  id: string;
  title: string;
  licenses: readonly ManagedLicense[];
  purchases: readonly Purchase[];
  /** The changes of these subscriptions; absent for licenses that are not billed here. */
  changes?: Changes;
}

function Group({ id, title, licenses, purchases, changes }: GroupProps) {
  const { list, showsAll, showAll } = useFirstRows(SHOWN_AT_FIRST);
  if (licenses.length === 0) return null;
  // A payment that waits for the bank is shown with its row.
  const shown = licenses.filter(
    (license, at) => showsAll || at < SHOWN_AT_FIRST || changes?.payerOf(license)?.subscription.waiting,
  );
  return (
    <div className={styles.group} id={id}>
      <h3>{title}</h3>
      <ul ref={list} className={styles.rows}>
        {shown.map((license) => (
          <LicenseRow
            key={license.id}
            license={license}
            changes={changes ?? null}
            purchase={purchases.find(({ registration_id: id }) => id === license.registration_id)}
          />
        ))}
      </ul>
      {shown.length < licenses.length && (
        <div>
          <Button small look="quiet" aria-label={words.showAllOf(title, licenses.length)} onClick={showAll}>
            {words.showAllLicenses(licenses.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

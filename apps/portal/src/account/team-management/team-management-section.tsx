import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import type { ManagedLicense } from "@foyer/contract/licenses";
import { lazy, Suspense } from "react";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { Answer } from "../../shared/answer.tsx";
import { managedLicensesQuery, purchasesQuery, userQuery } from "../../shared/queries.ts";
import { supportedVersions } from "../../shared/shown-name.ts";
import { sectionIds } from "../account-index.tsx";
import styles from "../account-page.module.css";
import { type Changes, useChanges } from "../subscriptions/use-changes.ts";
import type { Flash } from "../use-place.ts";
import { LicenceRow } from "./licence-row.tsx";
import { type SortedLicences, sortLicences } from "./sort-licences.ts";

const SubscriptionDialogs = lazy(async () => ({
  default: (await import("../../shared/subscription/subscription-dialogs.tsx")).SubscriptionDialogs,
}));

/** The subscriptions and licences that the person manages, with the way to each one's team. */
export function TeamManagementSection({ flash }: { flash: Flash }) {
  const licences = useQuery(managedLicensesQuery);
  const purchases = useQuery(purchasesQuery);
  const user = useQuery(userQuery);
  return (
    <Section title={words.teamSection} id={sectionIds.team} {...flash}>
      <Answer query={licences} failed={words.teamFailed} lines={[0.6, 0.4, 0.6, 0.4]}>
        {(managed) =>
          // Which licenses are archived, only the purchases say. Where these fail, everything is listed with the rest.
          managed.length > 0 && purchases.isPending ? (
            <Skeleton label={common.loading} lines={[0.6, 0.4, 0.6, 0.4]} />
          ) : (
            <Licences
              customer={user.data?.customer_id[0] ?? null}
              sorted={sortLicences({
                licences: managed,
                purchases: purchases.data ?? [],
                viewer: user.data ?? { username: "", customer_id: [] },
                supported: supportedVersions,
              })}
            />
          )
        }
      </Answer>
    </Section>
  );
}

function Licences({ sorted, customer }: { sorted: SortedLicences; customer: string | null }) {
  const changes = useChanges(customer);
  const { subscriptions, team, archived } = sorted;
  if (subscriptions.length + team.length + archived.length === 0) {
    return <EmptyState title={words.noTeam}>{words.noTeamHelp}</EmptyState>;
  }
  return (
    <>
      <Group id="subscriptions" title={words.subscriptions} licences={subscriptions} changes={changes} />
      <Group id="team-licenses" title={words.teamLicenses} licences={team} />
      <Group id="archived-licenses" title={words.archived} licences={archived} />
      <Suspense>
        {changes.opened && (
          <SubscriptionDialogs {...changes.opened} place="account" onChanged={changes.raise} onClose={changes.close} />
        )}
      </Suspense>
    </>
  );
}

interface GroupProps {
  id: string;
  title: string;
  licences: readonly ManagedLicense[];
  /** How these subscriptions are changed; absent for licences that are not billed here. */
  changes?: Changes;
}

function Group({ id, title, licences, changes }: GroupProps) {
  if (licences.length === 0) return null;
  return (
    <div className={styles.group} id={id}>
      <h3>{title}</h3>
      <ul className={styles.rows}>
        {licences.map((licence) => (
          <LicenceRow key={licence.id} licence={licence} changes={changes ?? null} />
        ))}
      </ul>
    </div>
  );
}

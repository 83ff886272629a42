import { Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, startTransition, Suspense, useEffect, useState } from "react";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { ownRestoreQuery } from "./restore/own-restore-query.ts";
import {
  managedLicensesQuery,
  ownInvitationsQuery,
  personalSeatsQuery,
  upgradesQuery,
  userQuery,
} from "../shared/requests/queries.ts";
import { isFirstLoad, MissingParts } from "../shared/screens/loaded.tsx";
import { part } from "../shared/screens/part.tsx";
import { isPastDue } from "../shared/subscription/past-due.ts";
import { Screen } from "../shared/screens/screen.tsx";
import styles from "./account-page.module.css";
import { AccountSkeleton, securityLines } from "./account-skeleton.tsx";
import { EmailSection } from "./email/email-section.tsx";
import { overviewRows, shownAtFirst } from "./overview/overview-rows.ts";

const load = () => import("./lower-sections.tsx");
const index = part(async () => (await load()).AccountIndex);
const overview = part(async () => (await load()).Overview);
const lowerSections = part(async () => (await load()).LowerSections);

/** Loads everything that the first view of a small screen does not need, which is one file. */
export async function fetchLowerSections(): Promise<void> {
  await Promise.all([index, overview, lowerSections].map(({ fetch }) => fetch()));
}

/** The account page: what concerns the person now, and the sections in the order of HOME-01. */
export function AccountScreen({ children }: { children?: ReactNode }) {
  const user = useQuery(userQuery);
  // The top of the page is read at the start, because later it would push the rest down.
  const upgrades = useQuery(upgradesQuery);
  const restore = useQuery(ownRestoreQuery);
  const invitations = useQuery(ownInvitationsQuery);
  const licenses = useQuery(managedLicensesQuery);
  const seats = useQuery(personalSeatsQuery);
  const customerId = user.data?.customer_id[0] ?? null;
  const isPending = [user, upgrades, restore, invitations, licenses, seats].some(isFirstLoad);
  const isWhole = useLowerSections(!isPending);
  if (isPending) return <AccountSkeleton />;
  return (
    <Suspense fallback={<AccountSkeleton />}>
      <Screen title={words.pageTitle} heading={words.heading}>
        <div className={styles.columns}>
          {isWhole ? <index.Part hasPayment={customerId !== null} /> : <div className={styles.index} />}
          <div className={styles.sections}>
            {children}
            <MissingParts queries={[upgrades, restore, invitations]} />
            {isWhole ? <overview.Part customerId={customerId} /> : <OverviewOutline />}
            <EmailSection />
            {isWhole ? <lowerSections.Part customerId={customerId} /> : <LowerOutline />}
          </div>
        </div>
      </Screen>
    </Suspense>
  );
}

/**
 * Returns whether the lower sections can be drawn. On a small screen, which often has a slow connection, they are
 * requested once the first view is drawn. On wide screens and later visits of the page, they are there from the start.
 */
function useLowerSections(isFirstViewDrawn: boolean): boolean {
  const [isDue, setDue] = useState(lowerSections.isHere);
  useEffect(() => {
    if (isDue || !isFirstViewDrawn) return;
    const draw = () => startTransition(() => setDue(true));
    // If a file fails to load, drawing requests it again and reports the failure there.
    fetchLowerSections().then(draw, draw);
  }, [isDue, isFirstViewDrawn]);
  return isDue;
}

/** The place of what needs an action and of the licenses, until their file has loaded. */
function OverviewOutline() {
  const { data: upgrades = [] } = useQuery(upgradesQuery);
  const { data: restore } = useQuery(ownRestoreQuery);
  const { data: invitations = [] } = useQuery(ownInvitationsQuery);
  const { data: licenses = [] } = useQuery(managedLicensesQuery);
  const { data: seats = [] } = useQuery(personalSeatsQuery);
  const { managed, held } = overviewRows(licenses, seats);
  const rows = Array<number>(shownAtFirst(managed.length + held.length)).fill(0.7);
  const isNeeded = restore ?? invitations[0] ?? upgrades[0] ?? licenses.find(isPastDue);
  return (
    <>
      {isNeeded && <Skeleton label={common.loading} lines={[0.6, 0.8, 0.5]} />}
      {rows.length > 0 && (
        <section className={styles.licenses}>
          <Skeleton label={common.loading} lines={rows} />
        </section>
      )}
    </>
  );
}

/** The outline of the lower sections, until their file has loaded. */
function LowerOutline() {
  return (
    <>
      <Section title={words.securitySection}>
        <Skeleton label={common.loading} lines={securityLines} />
      </Section>
      <div className={styles.rest} />
    </>
  );
}

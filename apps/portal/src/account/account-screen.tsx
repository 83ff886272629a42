import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, startTransition, Suspense, useEffect, useState } from "react";
import { words } from "#words/account";
import { ownRestoreQuery } from "./restore/own-restore-query.ts";
import { upgradesQuery, userQuery } from "../shared/requests/queries.ts";
import { isFirstLoad, MissingParts } from "../shared/screens/loaded.tsx";
import { part } from "../shared/screens/part.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import styles from "./account-page.module.css";
import { AccountSkeleton } from "./account-skeleton.tsx";
import { EmailSection } from "./email/email-section.tsx";
import { NeedsAction } from "./overview/needs-action.tsx";
import { usePlace } from "./use-place.ts";
import { sectionIds } from "./section-ids.ts";
import { PasswordGroup } from "./password/password-group.tsx";
import { SecondFactor } from "./password/second-factor.tsx";

const load = () => import("./lower-sections.tsx");
const index = part(async () => (await load()).AccountIndex);
const lowerSecurity = part(async () => (await load()).LowerSecurity);
const lowerSections = part(async () => (await load()).LowerSections);

/** Loads everything below the first view of a small screen, which is one file. */
export async function fetchLowerSections(): Promise<void> {
  await Promise.all([index, lowerSecurity, lowerSections].map(({ fetch }) => fetch()));
}

/** The account page: the sections in the order of HOME-01, below messages about recent actions. */
export function AccountScreen({ children }: { children?: ReactNode }) {
  const user = useQuery(userQuery);
  // The box at the top must be there from the start, or it would push the rest down while the person reads.
  const upgrades = useQuery(upgradesQuery);
  const restore = useQuery(ownRestoreQuery);
  const customerId = user.data?.customer_id[0] ?? null;
  const isPending = [user, upgrades, restore].some(isFirstLoad);
  const isWhole = useLowerSections(!isPending);
  const flash = usePlace(isWhole);
  if (isPending) return <AccountSkeleton />;
  // A notice that came later would push the rest down.
  return (
    <Suspense fallback={<AccountSkeleton />}>
      <Screen title={words.pageTitle} heading={words.heading}>
        <div className={styles.columns}>
          {isWhole ? <index.Part hasPayment={customerId !== null} /> : <div className={styles.index} />}
          <div className={styles.sections}>
            {children}
            <MissingParts queries={[upgrades, restore]} />
            <NeedsAction customerId={customerId} />
            <EmailSection />
            <SecuritySection>{isWhole && <lowerSecurity.Part />}</SecuritySection>
            {isWhole ? <lowerSections.Part customerId={customerId} flash={flash} /> : <div className={styles.rest} />}
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

/** Everything that keeps the account safe: password, second factor, and `children`, the groups below them. */
function SecuritySection({ children }: { children: ReactNode }) {
  return (
    <Section title={words.securitySection} id={sectionIds.security}>
      <PasswordGroup />
      <SecondFactor />
      {children}
    </Section>
  );
}

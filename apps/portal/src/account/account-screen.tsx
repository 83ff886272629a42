import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { words } from "#words/account";
import { upgradesQuery, userQuery } from "../shared/queries.ts";
import { Screen } from "../shared/screen.tsx";
import { AccountIndex } from "./account-index.tsx";
import styles from "./account-page.module.css";
import { AccountSkeleton } from "./account-skeleton.tsx";
import { AppAccessSection } from "./app-access/app-access-section.tsx";
import { EmailSection } from "./email/email-section.tsx";
import { LegacyKeysSection } from "./legacy-keys/legacy-keys-section.tsx";
import { PasswordSection } from "./password/password-section.tsx";
import { PaymentSection } from "./payment/payment-section.tsx";
import { TeamManagementSection } from "./team-management/team-management-section.tsx";
import { UpgradesBox } from "./upgrades-box/upgrades-box.tsx";
import { usePlace } from "./use-place.ts";

/** What the person holds, pays and manages, in the order of HOME-01; above it, what has just happened to her. */
export function AccountScreen({ children }: { children?: ReactNode }) {
  usePlace();
  const user = useQuery(userQuery);
  // What stands at the top comes at once, or the rest would be pushed down under the reader's eyes.
  const upgrades = useQuery(upgradesQuery);
  const customerId = user.data?.customer_id[0] ?? null;
  if (user.isPending || upgrades.isPending) return <AccountSkeleton />;
  return (
    <Screen title={words.pageTitle} heading={words.heading}>
      <div className={styles.columns}>
        <AccountIndex hasPayment={customerId !== null} />
        <div className={styles.sections}>
          {children}
          <UpgradesBox />
          <EmailSection />
          <PasswordSection />
          {customerId !== null && <PaymentSection customerId={customerId} />}
          <AppAccessSection />
          <TeamManagementSection />
          <LegacyKeysSection />
        </div>
      </div>
    </Screen>
  );
}

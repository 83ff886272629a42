import { Section } from "@foyer/ui/section";
import { words } from "#words/account";
import { AppAccessSection } from "./app-access/app-access-section.tsx";
export { AccountIndex } from "./account-index.tsx";
import styles from "./account-page.module.css";
import { ClosingGroup } from "./closing/closing-group.tsx";
import { LicenseLines } from "./overview/license-lines.tsx";
import { NeedsAction } from "./overview/needs-action.tsx";
import { LegacyKeysSection } from "./legacy-keys/legacy-keys-section.tsx";
import { ConnectedApps } from "./password/connected-apps.tsx";
import { Passkeys } from "./password/passkeys.tsx";
import { PasswordGroup } from "./password/password-group.tsx";
import { RecentEvents } from "./password/recent-events.tsx";
import { SecondFactor } from "./password/second-factor.tsx";
import { Sessions } from "./password/sessions.tsx";
import { PaymentSection } from "./payment/payment-section.tsx";
import { sectionIds } from "./section-ids.ts";
import { TeamManagementSection } from "./team-management/team-management-section.tsx";
import { usePlace } from "./use-place.ts";

/** The sections of the account page below the first view of a small screen, in a separate file. */
export function LowerSections({ customerId }: { customerId: string | null }) {
  const flash = usePlace();
  return (
    <>
      <SecuritySection />
      {customerId !== null && <PaymentSection customerId={customerId} />}
      <AppAccessSection />
      <TeamManagementSection flash={flash} />
      <LegacyKeysSection />
    </>
  );
}

/** What concerns the person now. */
export function Overview({ customerId }: { customerId: string | null }) {
  return (
    <>
      <NeedsAction customerId={customerId} />
      <LicenseLines customerId={customerId} />
    </>
  );
}

/** Everything that keeps the account safe, each in one line until it is opened. */
function SecuritySection() {
  return (
    <Section title={words.securitySection} id={sectionIds.security}>
      <div className={styles.lines}>
        <PasswordGroup />
        <SecondFactor />
        <Passkeys />
        <Sessions />
        <ConnectedApps />
        <RecentEvents />
        <ClosingGroup />
      </div>
    </Section>
  );
}

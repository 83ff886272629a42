import { AppAccessSection } from "./app-access/app-access-section.tsx";
export { AccountIndex } from "./account-index.tsx";
import { ClosingGroup } from "./closing/closing-group.tsx";
import { LegacyKeysSection } from "./legacy-keys/legacy-keys-section.tsx";
import { ConnectedApps } from "./password/connected-apps.tsx";
import { Passkeys } from "./password/passkeys.tsx";
import { RecentEvents } from "./password/recent-events.tsx";
import { Sessions } from "./password/sessions.tsx";
import { PaymentSection } from "./payment/payment-section.tsx";
import { TeamManagementSection } from "./team-management/team-management-section.tsx";
import type { Flash } from "./use-place.ts";

interface LowerSectionsProps {
  customerId: string | null;
  /** The flash of Team Management. */
  flash: Flash;
}

/** The sections of the account page below the first view of a small screen, in a separate file. */
export function LowerSections({ customerId, flash }: LowerSectionsProps) {
  return (
    <>
      {customerId !== null && <PaymentSection customerId={customerId} />}
      <AppAccessSection />
      <TeamManagementSection flash={flash} />
      <LegacyKeysSection />
    </>
  );
}

/** The groups of the security section below the first view of a small screen. */
export function LowerSecurity() {
  return (
    <>
      <Passkeys />
      <Sessions />
      <ConnectedApps />
      <RecentEvents />
      <ClosingGroup />
    </>
  );
}

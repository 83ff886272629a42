import { AppAccessSection } from "./app-access/app-access-section.tsx";
export { AccountIndex } from "./account-index.tsx";
export { LowerSecurity } from "./password/lower-security.tsx";
import { LegacyKeysSection } from "./legacy-keys/legacy-keys-section.tsx";
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

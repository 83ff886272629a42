import { AppAccessSection } from "./app-access/app-access-section.tsx";
import { LegacyKeysSection } from "./legacy-keys/legacy-keys-section.tsx";
import { PaymentSection } from "./payment/payment-section.tsx";
import { TeamManagementSection } from "./team-management/team-management-section.tsx";
import type { Flash } from "./use-place.ts";

interface LowerSectionsProps {
  customerId: string | null;
  /** Of Team Management. */
  flash: Flash;
}

/** The sections of the account page that a small screen shows only when it is scrolled: in a file of their own. */
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

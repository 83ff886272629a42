import type { ManagedLicense, Purchase } from "@foyer/contract/licenses";
import type { UserInfo } from "@foyer/contract/sign-in";
import { isArchived, isTeamLicense, type SupportedVersions } from "@foyer/domain/licenses";
import { isTrial } from "@foyer/domain/product-id";

export interface SortedLicenses {
  /** Licenses that are billed here, the team's and the person's own. */
  readonly subscriptions: readonly ManagedLicense[];
  readonly team: readonly ManagedLicense[];
  /** Still managed, but in a separate list (HOME-19). */
  readonly archived: readonly ManagedLicense[];
}

interface Known {
  readonly licenses: readonly ManagedLicense[];
  readonly purchases: readonly Purchase[];
  readonly viewer: Pick<UserInfo, "username" | "customer_id">;
  readonly supported: SupportedVersions;
}

/** Returns the licenses of Team Management by their heading. */
export function sortLicenses({ licenses, purchases, viewer, supported }: Known): SortedLicenses {
  const shown = licenses.filter(({ product_id: productId }) => !isTrial(productId));
  const isSubscriber = viewer.customer_id.length > 0;
  const subscriptions = shown.filter((license) => isSubscriber && license.subscription_state !== undefined);
  // The key of a license that was bought here is shown with it, also if its buyer holds the only seat.
  const withKey = new Set(purchases.filter((one) => one.key_bought).map(({ registration_id: id }) => id));
  const others = shown.filter(
    (license) =>
      !subscriptions.includes(license) && (withKey.has(license.registration_id) || isListed(license, viewer.username)),
  );
  const archivedIds = new Set(archivedPurchases(purchases, supported).map(({ registration_id: id }) => id));
  const isPutAway = (license: ManagedLicense) =>
    license.subscription_state === undefined && archivedIds.has(license.registration_id);
  return {
    subscriptions,
    team: others.filter((license) => !isPutAway(license)),
    archived: others.filter(isPutAway),
  };
}

function isListed(license: ManagedLicense, viewerUsername: string): boolean {
  return isTeamLicense(
    {
      productId: license.product_id,
      totalSeats: license.total_seats,
      availableSeats: license.available_seats,
      invitedSeats: license.invited_seats,
      holderUsername: license.seats?.[0]?.username ?? null,
    },
    viewerUsername,
  );
}

function archivedPurchases(purchases: readonly Purchase[], supported: SupportedVersions): readonly Purchase[] {
  return purchases.filter((purchase) =>
    isArchived(
      { productId: purchase.product_id, seats: purchase.seats, upgradesRemaining: purchase.upgrades_remaining },
      supported,
    ),
  );
}

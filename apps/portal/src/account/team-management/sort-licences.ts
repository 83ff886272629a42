import type { ManagedLicense, Purchase } from "@foyer/contract/licenses";
import type { UserInfo } from "@foyer/contract/sign-in";
import { isArchived, isTeamLicence, type SupportedVersions } from "@foyer/domain/licences";
import { isTrial } from "@foyer/domain/product-id";

export interface SortedLicences {
  /** Those that are billed here, the team's and one's own. */
  readonly subscriptions: readonly ManagedLicense[];
  readonly team: readonly ManagedLicense[];
  /** Still to be managed, but apart from the rest (HOME-19). */
  readonly archived: readonly ManagedLicense[];
}

interface Known {
  readonly licences: readonly ManagedLicense[];
  readonly purchases: readonly Purchase[];
  readonly viewer: Pick<UserInfo, "username" | "customer_id">;
  readonly supported: SupportedVersions;
}

/** Which licences Team Management shows, and under which heading. */
export function sortLicences({ licences, purchases, viewer, supported }: Known): SortedLicences {
  const shown = licences.filter(({ product_id: productId }) => !isTrial(productId));
  const isSubscriber = viewer.customer_id.length > 0;
  const subscriptions = shown.filter((licence) => isSubscriber && licence.subscription_state !== undefined);
  const others = shown.filter((licence) => !subscriptions.includes(licence) && isListed(licence, viewer.username));
  const archivedIds = new Set(archivedPurchases(purchases, supported).map(({ registration_id: id }) => id));
  const isPutAway = (licence: ManagedLicense) =>
    licence.subscription_state === undefined && archivedIds.has(licence.registration_id);
  return {
    subscriptions,
    team: others.filter((licence) => !isPutAway(licence)),
    archived: others.filter(isPutAway),
  };
}

function isListed(licence: ManagedLicense, viewerUsername: string): boolean {
  return isTeamLicence(
    {
      productId: licence.product_id,
      totalSeats: licence.total_seats,
      availableSeats: licence.available_seats,
      invitedSeats: licence.invited_seats,
      holderUsername: licence.seats?.[0]?.username ?? null,
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

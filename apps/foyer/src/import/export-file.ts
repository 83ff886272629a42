import {
  exportAccounts,
  exportLicenseKeys,
  exportLicenses,
  exportSeats,
  exportSubscriptions,
  exportUpgrades,
  type SubscriptionRow,
} from "@foyer/accounts/export-rows";
import type { AccountRow, LicenseKeyRow, LicenseRow, SeatRow, UpgradeRow } from "@foyer/accounts/import-rows";
import type { AccountsTables } from "@foyer/accounts/tables";
import { deletedAccount, isErasedName } from "@foyer/domain/closed-account";
import { openDatabase } from "@foyer/service-kit/db";
import { everyService } from "@foyer/service-kit/roles";
import { instantText } from "./instant-text.ts";
import { readPaymentFacts, type PaymentFacts } from "./payment-facts.ts";

/** A line of the file; fields that are undefined stay out of it. */
type ExportLine = Readonly<Record<string, unknown>>;

type ExportedAccount = AccountRow & { readonly customerIds: readonly string[] };

/** How an export is made. */
export interface ExportOptions {
  readonly databaseUrl: string;
  /** Whether the payment sandbox is the provider: only then are there cards to write. */
  readonly sandbox: boolean;
  readonly now: Date;
}

/**
 * Everything that an import can bring back: accounts, licenses, seats, keys, upgrades and subscriptions, one object a line,
 * all as of one moment.
 *
 * Left out is what the format cannot say: a plan that is recorded for the next period, and licenses that an upgrade has
 * left without a seat. So are erased accounts, with their seats and what they alone managed.
 */
export async function exportAll({ databaseUrl, sandbox, now }: ExportOptions): Promise<string> {
  const database = openDatabase<AccountsTables>({
    url: databaseUrl,
    role: everyService,
    schema: "accounts",
    max: 1,
    patient: true,
  });
  try {
    return await database.kysely
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (tx) => {
        const facts = await readPaymentFacts(tx, sandbox);
        const accounts = (await exportAccounts(tx)).filter(({ username }) => !isErasedName(username));
        const licenses = (await exportLicenses(tx)).map(withoutErased).filter(isWritten);
        const kept = new Map(licenses.map((license) => [license.id, license]));
        const subscriptions = (await exportSubscriptions(tx)).filter(({ license }) => kept.has(license));
        const seats = (await exportSeats(tx)).filter(
          ({ license, username }) => kept.has(license) && username !== deletedAccount,
        );
        return textOf([
          ...accounts.map((row) => accountLine(row, facts)),
          ...licenses.map((row) => licenseLine(row, kept)),
          ...subscriptions.map((row) => subscriptionLine(row, { kept, accounts, facts, now })),
          ...seats.map(seatLine),
          ...(await exportLicenseKeys(tx))
            .filter(({ owner }) => owner !== deletedAccount)
            .map((row) => licenseKeyLine(row, kept)),
          ...(await exportUpgrades(tx)).filter(({ fromLicense }) => kept.has(fromLicense)).map(upgradeLine),
        ]);
      });
  } finally {
    await database.close();
  }
}

/** The license as far as somebody manages it whose account is still there. */
const withoutErased = (license: LicenseRow): LicenseRow => ({
  ...license,
  owners: license.owners.filter((owner) => !isErasedName(owner)),
});

const isWritten = ({ totalSeats, owners }: LicenseRow): boolean => totalSeats > 0 && owners.length > 0;

function textOf(lines: readonly ExportLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function accountLine(row: ExportedAccount, facts: PaymentFacts): ExportLine {
  const [customer] = row.customerIds;
  const cards = customer === undefined ? [] : (facts.cards.get(customer) ?? []);
  return {
    type: "account",
    username: row.username,
    email: row.email,
    password_hash: row.passwordHash ?? undefined,
    state: row.state,
    is_staff: row.isStaff,
    created: instantText(row.createdAt),
    customer_id: customer,
    cards: cards.length > 0 ? cards : undefined,
  };
}

function licenseLine(row: LicenseRow, kept: ReadonlyMap<string, LicenseRow>): ExportLine {
  const eligible = row.upgradeEligibleRegistration;
  return {
    type: "license",
    id: row.id,
    owners: row.owners,
    product_id: row.productId,
    description: row.description,
    products: row.products,
    purchase_type: row.purchaseType,
    total_seats: row.totalSeats,
    expires_date: row.expiresAt === null ? undefined : instantText(row.expiresAt),
    registration_date: instantText(row.registeredAt),
    upgrades_remaining: row.upgradesRemaining,
    upgrade_eligible_registration: eligible !== null && kept.has(eligible) ? eligible : undefined,
    key: row.key ?? undefined,
    key_owner: row.keyOwner,
  };
}

function seatLine(row: SeatRow): ExportLine {
  return {
    type: "seat",
    id: row.id,
    license: row.license,
    username: row.username ?? undefined,
    email: row.email ?? undefined,
    status: row.status,
    reference: row.reference ?? undefined,
    created: instantText(row.createdAt),
  };
}

function licenseKeyLine(row: LicenseKeyRow, kept: ReadonlyMap<string, LicenseRow>): ExportLine {
  return {
    type: "license_key",
    key: row.key,
    owner: row.owner,
    product_id: row.productId,
    description: row.description,
    seats: row.seats,
    upgrades_remaining: row.upgradesRemaining,
    eligible: row.eligible,
    license: row.license !== null && kept.has(row.license) ? row.license : undefined,
  };
}

function upgradeLine(row: UpgradeRow): ExportLine {
  return {
    type: "upgrade",
    id: row.id,
    from_license: row.fromLicense,
    product_id: row.productId,
    description: row.description,
    upgrades_available: row.upgradesAvailable,
    total_seats: row.totalSeats,
  };
}

interface SubscriptionSurroundings {
  readonly kept: ReadonlyMap<string, LicenseRow>;
  readonly accounts: readonly ExportedAccount[];
  readonly facts: PaymentFacts;
  readonly now: Date;
}

function subscriptionLine(row: SubscriptionRow, { kept, accounts, facts, now }: SubscriptionSurroundings): ExportLine {
  const total = kept.get(row.license)?.totalSeats ?? row.renewingQuantity;
  const status = statusOf(row.status);
  // One that ended before its period did has ended now: the past is what the format wants of it.
  const end =
    status === "canceled" && row.currentPeriodEndsAt >= now ? new Date(now.getTime() - 1_000) : row.currentPeriodEndsAt;
  return {
    type: "subscription",
    license: row.license,
    customer: accounts.find((account) => account.customerIds[0] === row.customerId)?.username,
    id: row.id,
    plan: row.plan,
    quantity: Math.min(row.renewingQuantity, total),
    status,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    current_period_end: instantText(end),
    card: facts.cards.size === 0 && !facts.isSandbox ? undefined : (facts.cards.get(row.customerId)?.[0] ?? null),
    tax_percent: facts.taxPercents.get(row.id) ?? 0,
  };
}

/** The provider's many words as the three of the format. */
function statusOf(status: string): "active" | "past_due" | "canceled" {
  if (status === "past_due") return "past_due";
  return status === "active" || status === "trialing" ? "active" : "canceled";
}

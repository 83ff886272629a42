import {
  exportAccounts,
  exportDevices,
  exportLicenseKeys,
  exportLicenses,
  exportSeats,
  exportSubscriptions,
  exportUpgrades,
  type SubscriptionRow,
} from "@foyer/accounts/export-rows";
import type { AccountRow, LicenseKeyRow, LicenseRow } from "@foyer/accounts/import-rows";
import { deletedAccount, isErasedName } from "@foyer/domain/closed-account";
import { lineText } from "@foyer/import-file/write";
import { exclusiveTaxRates, sandboxCards } from "./payment-fact-store.ts";
import { asAllServices } from "./run-import.ts";

type ExportedAccount = AccountRow & { readonly customer_ids: readonly string[] };

/** Data of the purchase service for an export. */
interface PaymentFacts {
  readonly isSandbox: boolean;
  /** Card numbers of each customer of the sandbox, the default first. */
  readonly cards: ReadonlyMap<string, readonly string[]>;
  /** The exclusive tax rate of each subscription that has one. */
  readonly taxPercents: ReadonlyMap<string, number>;
}

interface ExportOptions {
  readonly databaseUrl: string;
  /** True if the payment sandbox is the provider. Only then can cards be exported. */
  readonly sandbox: boolean;
  readonly now: Date;
}

/**
 * Returns everything that an import can load: accounts, licenses, seats, keys, upgrades, subscriptions and devices,
 * one JSON object per line, from one snapshot.
 *
 * Leaves out what the format cannot express: a plan that is recorded for the next period, and licenses without a seat
 * after an upgrade. Also leaves out erased accounts, their seats, and licenses that only they manage or that nobody manages: a legacy
 * key that nobody registered is exported alone. A device has the hash of its
 * fingerprint, and the key of that hash encrypted with `SECRETS_KEY`.
 */
export async function exportAll({ databaseUrl, sandbox, now }: ExportOptions): Promise<string> {
  return asAllServices(databaseUrl, (db) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (tx) => {
        const facts: PaymentFacts = {
          isSandbox: sandbox,
          cards: sandbox ? numbersOf(await sandboxCards(tx)) : new Map(),
          taxPercents: new Map((await exclusiveTaxRates(tx)).map(({ id, percent }) => [id, percent])),
        };
        const accounts = (await exportAccounts(tx)).filter(({ username }) => !isErasedName(username));
        const licenses = (await exportLicenses(tx)).map(withoutErased).filter(isWritten);
        const kept = new Map(licenses.map((license) => [license.id, license]));
        const subscriptions = (await exportSubscriptions(tx)).filter(({ license }) => kept.has(license));
        const seats = (await exportSeats(tx)).filter(
          ({ license, username }) => kept.has(license) && username !== deletedAccount,
        );
        return [
          ...accounts.map((row) => accountLine(row, facts)),
          ...licenses.map((row) => licenseLine(row, kept)),
          ...subscriptions.map((row) => subscriptionLine(row, { kept, accounts, facts, now })),
          ...seats.map((row) => lineText("seat", row)),
          ...(await exportLicenseKeys(tx))
            .filter(({ owner }) => owner !== deletedAccount)
            .map((row) => licenseKeyLine(row, kept)),
          ...(await exportUpgrades(tx))
            .filter(({ from_license: from }) => kept.has(from))
            .map((row) => lineText("upgrade", row)),
          ...(await exportDevices(tx))
            .filter(({ license, username }) => kept.has(license) && (username === null || !isErasedName(username)))
            .map((row) => lineText("activation", row)),
        ].join("");
      }),
  );
}

function numbersOf(cards: Awaited<ReturnType<typeof sandboxCards>>): Map<string, readonly string[]> {
  const byCustomer = Map.groupBy(cards, ({ customer_id: customer }) => customer);
  return new Map(
    [...byCustomer].map(([customer, saved]) => [customer, [...new Set(saved.map(({ number }) => number))]]),
  );
}

/** Returns the license without erased managers. */
const withoutErased = (license: LicenseRow): LicenseRow => ({
  ...license,
  owners: license.owners.filter((owner) => !isErasedName(owner)),
});

const isWritten = ({ total_seats: seats, owners }: LicenseRow): boolean => seats > 0 && owners.length > 0;

function accountLine(row: ExportedAccount, facts: PaymentFacts): string {
  const [customer] = row.customer_ids;
  const cards = customer === undefined ? [] : (facts.cards.get(customer) ?? []);
  return lineText("account", { ...row, customer_id: customer, cards: cards.length > 0 ? cards : undefined });
}

function licenseLine(row: LicenseRow, kept: ReadonlyMap<string, LicenseRow>): string {
  const { upgrade_eligible_registration: eligible } = row;
  return lineText("license", {
    ...row,
    upgrade_eligible_registration: eligible !== null && kept.has(eligible) ? eligible : null,
  });
}

function licenseKeyLine(row: LicenseKeyRow, kept: ReadonlyMap<string, LicenseRow>): string {
  return lineText("license_key", {
    ...row,
    license: row.license !== null && kept.has(row.license) ? row.license : null,
  });
}

interface SubscriptionSources {
  readonly kept: ReadonlyMap<string, LicenseRow>;
  readonly accounts: readonly ExportedAccount[];
  readonly facts: PaymentFacts;
  readonly now: Date;
}

function subscriptionLine(row: SubscriptionRow, { kept, accounts, facts, now }: SubscriptionSources): string {
  const total = kept.get(row.license)?.total_seats ?? row.quantity;
  const status = statusOf(row.status);
  // A subscription that was canceled before its period ended gets an end in the past, because the format requires it.
  const hasPassed = status !== "canceled" || row.current_period_end < now;
  return lineText("subscription", {
    ...row,
    customer: accounts.find((account) => account.customer_ids[0] === row.customer_id)?.username,
    quantity: Math.min(row.quantity, total),
    status,
    current_period_end: hasPassed ? row.current_period_end : new Date(now.getTime() - 1_000),
    card: facts.cards.size === 0 && !facts.isSandbox ? undefined : (facts.cards.get(row.customer_id)?.[0] ?? null),
    tax_percent: facts.taxPercents.get(row.id) ?? 0,
  });
}

/** Maps the provider's statuses to the three of the format. */
function statusOf(status: string): "active" | "past_due" | "canceled" {
  if (status === "past_due") return "past_due";
  return status === "active" || status === "trialing" ? "active" : "canceled";
}

import type { JudgedImport } from "./run-import.ts";

/** Welcome mails in an hour, if the operator does not say it. */
export const USUAL_PER_HOUR = 100;

function row(name: string, imported: string, skipped: string, provider: string): string {
  return `${name.padEnd(14)}${imported.padStart(9)}${skipped.padStart(13)}  ${provider}`.trimEnd();
}

/** Returns how long that many mails take. */
export function durationOf(people: number, perHour: number): string {
  const minutes = Math.ceil((people / perHour) * 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** Returns the table of a dry run: what is new, what is known already, what the provider has, and what would be mailed. */
export function dryRunTable({ imported, skipped, keys, atProvider, toWelcome }: JudgedImport, perHour: number | null) {
  const matching = (what: "customers" | "subscriptions"): string =>
    atProvider === null ? "" : `${atProvider[what][0]} of ${atProvider[what][1]} ${what}`;
  const counted = (name: string, type: keyof typeof imported, provider = ""): string =>
    row(name, String(imported[type] ?? 0), String(skipped[type] ?? 0), provider);
  const mails =
    perHour === null
      ? `Mails: none. Links to set a password with --invite: ${toWelcome}.`
      : `Mails with a link to set a password: ${toWelcome}, at ${perHour} an hour (${durationOf(toWelcome, perHour)}).`;
  return [
    row("", "new", "known before", atProvider === null ? "" : "at the provider"),
    counted("accounts", "account", matching("customers")),
    counted("licenses", "license"),
    counted("seats", "seat"),
    row("keys", String(keys.imported), String(keys.skipped), ""),
    counted("upgrades", "upgrade"),
    counted("devices", "activation"),
    counted("subscriptions", "subscription", matching("subscriptions")),
    mails,
    "Nothing was changed (dry run).",
  ];
}

import type { Reconciliation } from "@foyer/purchase/reconcile";
import { reconcilePayments } from "../reconcile-payments.ts";
import { misused, onDatabase } from "./settings.ts";

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

function linesOf({ checked, drift, setAside, openOperations }: Reconciliation, dryRun: boolean): string[] {
  const found = counted(drift.length, "difference", "differences");
  const end = dryRun ? "nothing was changed (dry run)" : "taken over from the provider";
  return [
    ...drift.map(
      ({ subscription, what, here, provider }) =>
        `${subscription}: ${what.replaceAll("_", " ")} is ${here} here and ${provider} at the payment provider`,
    ),
    ...setAside.map(({ what, reason }) => `${what}: not compared, set aside: ${reason}`),
    `${counted(checked, "subscription", "subscriptions")} compared, ${found}${drift.length > 0 ? `, ${end}` : ""}.`,
    ...(openOperations > 0
      ? [`${counted(openOperations, "change waits", "changes wait")} for an answer or for a card holder.`]
      : []),
  ];
}

/** `reconcile [--dry-run]`: compares every subscription with the payment provider, with or without a running system. */
export async function run(args: readonly string[]): Promise<number> {
  const dryRun = args.includes("--dry-run");
  if (args.some((arg) => arg !== "--dry-run")) return misused("reconcile [--dry-run]");
  return onDatabase(async (config, database) => {
    const found = await reconcilePayments(config, database, dryRun);
    process.stdout.write(linesOf(found, dryRun).join("\n") + "\n");
    return 0;
  });
}

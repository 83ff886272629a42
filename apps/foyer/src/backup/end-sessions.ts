import { endWhatWasOpen, type Ended } from "@foyer/accounts/after-restore";
import { accountsSchema } from "@foyer/accounts/migrations";
import type { AccountsTables } from "@foyer/accounts/tables";
import { openDatabase } from "@foyer/service-kit/db";
import { presentTime } from "../import/import-file.ts";

/** Ends sessions, mailed links and invitations' links, as a restore must; says what, for the operator. */
export async function endAfterRestore(ownerUrl: string, withOffset: boolean): Promise<string> {
  const { role, schema } = accountsSchema;
  const accounts = openDatabase<AccountsTables>({ url: ownerUrl, role, schema, max: 1 });
  try {
    return told(await endWhatWasOpen(accounts.kysely, await presentTime(ownerUrl, withOffset)));
  } finally {
    await accounts.close();
  }
}

function told({ sessions, mailedLinks, invitations }: Ended): string {
  return [
    `Ended: ${sessions} sessions, ${mailedLinks} mailed links. Invitations with a new link: ${invitations}; their managers can send them again.`,
    "Then compare with the payment provider: npm run foyer -- reconcile",
    "",
  ].join("\n");
}

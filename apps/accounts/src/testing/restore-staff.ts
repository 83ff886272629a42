import type { StaffRight } from "@foyer/domain/staff-rights";
import { makeAccounts, signIn } from "./factories.ts";
import type { TestAccounts } from "./test-accounts.ts";

/** Tokens of the staff members in tests of restores. Tokens expire after 15 minutes, so such tests sign in again. */
export interface RestoreStaff {
  readonly anna: string;
  readonly bert: string;
  readonly chief: string;
  readonly reader: string;
}

const rightOf: Readonly<Record<string, StaffRight>> = {
  anna: "support",
  bert: "support",
  chief: "admin",
  vice: "admin",
  reader: "read",
};

export async function setRight(service: TestAccounts, username: string, right: StaffRight): Promise<void> {
  await service.database.kysely
    .updateTable("accounts")
    .set({ is_staff: true, staff_rights: [right] })
    .where("username", "=", username)
    .execute();
}

/** Creates Anna and Bert of support, two administrators, and one with the read right only. */
export async function makeRestoreStaff(service: TestAccounts): Promise<void> {
  for (const [username, right] of Object.entries(rightOf)) {
    await makeAccounts(service, username);
    await setRight(service, username, right);
  }
}

export async function signInStaff(service: TestAccounts): Promise<RestoreStaff> {
  await service.forgetTries();
  const tokenOf = async (name: string): Promise<string> => (await signIn(service, name)).access;
  return {
    anna: await tokenOf("anna"),
    bert: await tokenOf("bert"),
    chief: await tokenOf("chief"),
    reader: await tokenOf("reader"),
  };
}

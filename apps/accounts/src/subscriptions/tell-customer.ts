import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { addCustomer, findAccount } from "../stores/account-store.ts";

/** Links a customer of the payment provider to an account; repeating it changes nothing. */
export async function tellCustomer({ db }: Deps, accountId: string, customerId: string): Promise<void> {
  if (!(await findAccount(db, accountId))) refuse("object.not_found");
  await addCustomer(db, accountId, customerId);
}

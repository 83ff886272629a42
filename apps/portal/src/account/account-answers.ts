import { customerQuery, invoicesQuery, paymentMethodsQuery, plansQuery } from "../shared/billing/queries.ts";
import { isAllInView } from "../shared/account-parts.ts";
import { queryClient } from "../shared/query-client.ts";
import {
  managedLicensesQuery,
  personalSeatsQuery,
  purchasesQuery,
  upgradesQuery,
  userQuery,
} from "../shared/queries.ts";
import { ownRestoreQuery } from "./restore/own-restore-query.ts";
import {
  accountEventsQuery,
  connectedAppsQuery,
  passkeysQuery,
  secondFactorQuery,
  sessionsQuery,
} from "./password/security-queries.ts";

const PATIENCE_MS = 100;
const PATIENCE_FOR_ALL_MS = 300;

/**
 * Asks for what the account page shows, and resolves once what is in its first view has come, so that it is drawn once; but
 * soon in any case, as what comes late, or not at all, keeps nobody from the rest. What is asked for only of customers comes
 * later by a way to the host and back: where it is in the first view it would push away what stands below.
 */
export async function accountAnswers(): Promise<void> {
  const user = queryClient.query(userQuery);
  const payment = user.then(({ customer_id: [id] }) => (id ? customerAnswers(id) : null));
  const first = Promise.allSettled([
    user,
    queryClient.query(upgradesQuery),
    queryClient.query(secondFactorQuery),
    queryClient.query(passkeysQuery),
    queryClient.query(sessionsQuery),
    queryClient.query(connectedAppsQuery),
    queryClient.infiniteQuery(accountEventsQuery),
    queryClient.query(ownRestoreQuery),
  ]);
  const lower = Promise.allSettled([
    queryClient.query(managedLicensesQuery),
    queryClient.query(personalSeatsQuery),
    queryClient.query(purchasesQuery),
    payment,
  ]);
  const [seen, patience] = isAllInView() ? [[first, lower], PATIENCE_FOR_ALL_MS] : [[first], PATIENCE_MS];
  await Promise.race([Promise.all(seen), new Promise((goOn) => setTimeout(goOn, patience))]);
}

async function customerAnswers(id: string) {
  await Promise.allSettled([
    queryClient.query(customerQuery(id)),
    queryClient.query(paymentMethodsQuery(id)),
    queryClient.infiniteQuery(invoicesQuery(id)),
    queryClient.query(plansQuery),
  ]);
}

import { customerQuery, invoicesQuery, paymentMethodsQuery, plansQuery } from "../shared/billing/queries.ts";
import { isAllInView } from "../shared/served/account-parts.ts";
import { queryClient } from "../shared/requests/query-client.ts";
import {
  managedLicensesQuery,
  ownInvitationsQuery,
  personalSeatsQuery,
  purchasesQuery,
  upgradesQuery,
  userQuery,
} from "../shared/requests/queries.ts";
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
 * Requests the data of the account page. Resolves once the data of its first view has arrived, so that the page is
 * drawn once. Slow or failed requests delay it only for a short time. Requests for customers need an earlier answer and
 * take one more round trip; in the first view, their late result would push the sections below.
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
    queryClient.query(ownInvitationsQuery),
    queryClient.query(managedLicensesQuery),
    queryClient.query(personalSeatsQuery),
    payment,
  ]);
  const lower = queryClient.query(purchasesQuery).catch(() => null);
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

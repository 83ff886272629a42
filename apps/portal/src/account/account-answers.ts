import { queryClient } from "../shared/query-client.ts";
import { customerQuery, invoicesQuery, paymentMethodsQuery, plansQuery } from "../shared/billing/queries.ts";
import {
  managedLicensesQuery,
  personalSeatsQuery,
  purchasesQuery,
  upgradesQuery,
  userQuery,
} from "../shared/queries.ts";
import { secondFactorQuery, sessionsQuery } from "./password/security-queries.ts";

const PATIENCE_MS = 100;

/**
 * Resolves once all that the account page shows has come, so that it is drawn once and whole; but soon in any case, as
 * what comes late, or not at all, keeps nobody from the rest.
 */
export async function accountAnswers(): Promise<void> {
  const all = Promise.allSettled([
    customerAnswers(),
    queryClient.query(upgradesQuery),
    queryClient.query(managedLicensesQuery),
    queryClient.query(personalSeatsQuery),
    queryClient.query(secondFactorQuery),
    queryClient.query(sessionsQuery),
    queryClient.query(purchasesQuery),
  ]);
  await Promise.race([all, new Promise((goOn) => setTimeout(goOn, PATIENCE_MS))]);
}

async function customerAnswers() {
  const {
    customer_id: [id],
  } = await queryClient.query(userQuery);
  if (!id) return;
  await Promise.allSettled([
    queryClient.query(customerQuery(id)),
    queryClient.query(paymentMethodsQuery(id)),
    queryClient.infiniteQuery(invoicesQuery(id)),
    queryClient.query(plansQuery),
  ]);
}

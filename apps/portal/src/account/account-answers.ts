import { customerQuery, invoicesQuery, paymentMethodsQuery, plansQuery } from "../shared/billing/queries.ts";
import { queryClient } from "../shared/query-client.ts";
import {
  managedLicensesQuery,
  personalSeatsQuery,
  purchasesQuery,
  upgradesQuery,
  userQuery,
} from "../shared/queries.ts";
import { secondFactorQuery, sessionsQuery } from "./password/security-queries.ts";

const PATIENCE_MS = 100;
const PATIENCE_FOR_PAYMENT_MS = 300;

/**
 * Resolves once what the account page shows has come, so that it is drawn once; but soon in any case, as what comes late, or
 * not at all, keeps nobody from the rest. What is asked for only of customers comes later by a way to the host and back, and
 * is waited for where it is in the first view: there it would push away what stands below.
 */
export async function accountAnswers(): Promise<void> {
  const user = queryClient.query(userQuery);
  const payment = user.then(({ customer_id: [id] }) => (id ? customerAnswers(id) : null));
  const isPaymentInView = matchMedia("(min-width: 600px)").matches;
  const all = Promise.allSettled([
    user,
    queryClient.query(upgradesQuery),
    queryClient.query(managedLicensesQuery),
    queryClient.query(personalSeatsQuery),
    queryClient.query(secondFactorQuery),
    queryClient.query(sessionsQuery),
    queryClient.query(purchasesQuery),
    isPaymentInView && payment,
  ]);
  // What fails is said by the part that shows it.
  payment.catch(() => null);
  const patience = isPaymentInView ? PATIENCE_FOR_PAYMENT_MS : PATIENCE_MS;
  await Promise.race([all, new Promise((goOn) => setTimeout(goOn, patience))]);
}

async function customerAnswers(id: string) {
  await Promise.allSettled([
    queryClient.query(customerQuery(id)),
    queryClient.query(paymentMethodsQuery(id)),
    queryClient.infiniteQuery(invoicesQuery(id)),
    queryClient.query(plansQuery),
  ]);
}

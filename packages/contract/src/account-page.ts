import { z } from "zod";
import { readOwnRestore } from "./access-restores.ts";
import { listActivations } from "./activations.ts";
import { listAccountEvents } from "./account-events.ts";
import { listConnectedApps } from "./apps.ts";
import { listPlans, readBillingDetails, readCustomer, readPaymentConf } from "./customers.ts";
import { endpoint } from "./endpoint.ts";
import { errorEnvelope } from "./error-envelope.ts";
import { listOwnInvitations } from "./invitations.ts";
import { listInvoices } from "./invoices.ts";
import { listManagedLicenses, listPurchases, listUnactivatedRegistrations } from "./licenses.ts";
import { listPasskeys } from "./passkeys.ts";
import { listPaymentMethods } from "./payment-methods.ts";
import { listPersonalSeats } from "./seats.ts";
import { readSecondFactor } from "./second-factor.ts";
import { listSessions } from "./sessions.ts";
import { id } from "./wire-values.ts";

/** One part of the answer: the status and body that its own call would return. */
const partOf = <Reply extends z.ZodType>({ reply }: { readonly reply: Reply }) =>
  z.union([
    z.object({ status: z.literal(200), body: reply }),
    z.object({ status: z.int().min(400).max(599), body: errorEnvelope }),
  ]);

/**
 * Returns the reads of the account page except `readUser` in one answer. Each part is the answer of the call of that name to this
 * caller, refused or not, without a body.
 */
export const readAccountPage = endpoint("readAccountPage", {
  access: "person",
  summary: "Read what the account page shows, in one answer",
  reply: z.object({
    listUnactivatedRegistrations: partOf(listUnactivatedRegistrations),
    readSecondFactor: partOf(readSecondFactor),
    listPasskeys: partOf(listPasskeys),
    listSessions: partOf(listSessions),
    /** At most `EVENTS_AT_FIRST` events. */
    listAccountEvents: partOf(listAccountEvents),
    readOwnRestore: partOf(readOwnRestore),
    listOwnInvitations: partOf(listOwnInvitations),
    listConnectedApps: partOf(listConnectedApps),
    listManagedLicenses: partOf(listManagedLicenses),
    listPersonalSeats: partOf(listPersonalSeats),
    listActivations: partOf(listActivations),
    listPurchases: partOf(listPurchases),
  }),
});

/** Returns the account page's reads of a customer in one answer, as `readAccountPage` does. */
export const readCustomerPage = endpoint("readCustomerPage", {
  access: "customer",
  summary: "Read what the account page shows of a customer, in one answer",
  params: z.object({ id }),
  reply: z.object({
    readCustomer: partOf(readCustomer),
    listPaymentMethods: partOf(listPaymentMethods),
    /** At most `INVOICES_A_PAGE` invoices. */
    listInvoices: partOf(listInvoices),
    listPlans: partOf(listPlans),
    readPaymentConf: partOf(readPaymentConf),
    readBillingDetails: partOf(readBillingDetails),
  }),
});

import type { Brand } from "@foyer/contract/brand";
import type { Desk } from "@foyer/contract/brand-desk";
import type { MailBrand } from "@foyer/mail/message";
import type { Clock } from "@foyer/service-kit/clock";
import type { Database } from "@foyer/service-kit/db";
import type { AddJob } from "@foyer/service-kit/jobs";
import type { Logger } from "@foyer/service-kit/log";
import type { Mailer } from "@foyer/service-kit/mailer";
import type { RateLimiter } from "@foyer/service-kit/rate-limit";
import type { Kysely } from "kysely";
import type { AccountsClient } from "./accounts/accounts-client.ts";
import type { PurchaseTables } from "./db/schema.ts";
import type { PaymentGateway } from "./stripe/payment-gateway.ts";
import type { MirrorHooks } from "./subscriptions/mirror-hooks.ts";

/** The seller as papers name it. */
export interface Seller {
  readonly name: string;
  /** Lines. */
  readonly address: readonly string[];
  readonly taxId: string | null;
}

/** The part of the brand that says what is on sale. */
export type Sales = Pick<Brand, "products" | "plans" | "consents" | "refunds" | "consumerDesk"> & {
  readonly seller?: Pick<Brand["seller"], "country">;
};

/** Dependencies of the use cases. */
export interface Deps {
  readonly database: Database<PurchaseTables>;
  readonly db: Kysely<PurchaseTables>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly gateway: PaymentGateway;
  readonly mirror: MirrorHooks;
  readonly accounts: AccountsClient;
  readonly addJob: AddJob;
  readonly limiter: RateLimiter;
  /** False turns all rate limits off. */
  readonly rateLimits: boolean;
  readonly publishableKey: string;
  readonly mailer: Mailer;
  readonly brand: MailBrand;
  /** Printed on quotes. */
  readonly seller: Seller;
  /** Prefix of every link in mails. */
  readonly publicOrigin: string;
  readonly sales: Sales;
  /** The pages for withdrawals and cancellations. Null if the brand has none. */
  readonly desk: Desk | null;
  /** Makes the codes of mailed links of the desk. */
  readonly deskKey: string;
  /**
   * The seller's country. Customers in other EU member states account for the tax. Null if the vendor does
   * not use reverse charge.
   */
  readonly reverseChargeFrom: string | null;
}

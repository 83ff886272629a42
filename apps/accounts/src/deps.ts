import type { Brand, BrandProduct } from "@foyer/contract/brand";
import type { BrandApp } from "@foyer/contract/brand-apps";
import type { FailureReport } from "@foyer/contract/staff-wire";
import type { Clock } from "@foyer/service-kit/clock";
import type { Config } from "@foyer/service-kit/config";
import type { Database } from "@foyer/service-kit/db";
import type { AddJob } from "@foyer/service-kit/jobs";
import type { Keyring } from "@foyer/service-kit/keyring";
import type { Logger } from "@foyer/service-kit/log";
import type { Mailer } from "@foyer/service-kit/mailer";
import type { RateLimiter } from "@foyer/service-kit/rate-limit";
import type { Kysely } from "kysely";
import type { MailBrand } from "@foyer/mail/message";
import type { LicenseSecrets } from "./activations/license-secrets.ts";
import type { AppSecrets } from "./apps/clients.ts";
import type { AccountsTables } from "./db/schema.ts";
import type { ErasureJournal } from "./erasure/erasure-journal.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import type { FileImporter } from "./staff/file-importer.ts";
import type { SyncStore } from "./sync-data/sync-store.ts";

export type AccountsSettings = Pick<
  Config,
  "publicOrigin" | "portalOrigins" | "rateLimits" | "strictContract" | "uniformAnswers" | "sandbox"
>;

/** The parts of the brand that mails, password rules and apps use. */
type AccountsBrand = MailBrand & {
  readonly products: readonly (Pick<BrandProduct, "name"> & Partial<BrandProduct>)[];
  readonly plans?: Brand["plans"] | undefined;
  readonly privacy?: Brand["privacy"];
  readonly apps?: readonly BrandApp[] | undefined;
  readonly compatibility?: Brand["compatibility"];
  readonly consumerDesk?: Brand["consumerDesk"];
};

/** Dependencies of the accounts service. */
export interface AccountsDeps {
  readonly database: Database<AccountsTables>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: AccountsSettings;
  readonly mailer: Mailer;
  readonly brand: AccountsBrand;
  /** Secrets of the brand's web apps, by the app's id. */
  readonly appSecrets: AppSecrets;
  readonly serviceCredential: string;
  /** Encrypts the secrets of authenticators before they are stored. */
  readonly keyring: Keyring;
  readonly syncStore: SyncStore;
  readonly erasureJournal: ErasureJournal;
  /** The newest failures that browsers reported; the host stores them. */
  readonly failureReports: (limit: number) => Promise<FailureReport[]>;
  readonly fileImporter: FileImporter;
  /** Set only by tests, to simulate slow or overloaded hashing. */
  readonly passwords?: PasswordHasher;
}

/** Dependencies of a use case. */
export interface Deps extends Omit<AccountsDeps, "passwords"> {
  readonly db: Kysely<AccountsTables>;
  readonly passwords: PasswordHasher;
  readonly limiter: RateLimiter;
  readonly addJob: AddJob;
  /** Signs files and hashes fingerprints. */
  readonly licenseSecrets: LicenseSecrets;
}

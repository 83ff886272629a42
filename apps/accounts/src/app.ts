import { readAccountPage } from "@foyer/contract/account-page";
import { EVENTS_AT_FIRST } from "@foyer/contract/page-sizes";
import type { Route } from "@foyer/service-kit/call";
import { composed } from "@foyer/service-kit/composed";
import { servicePlugin } from "@foyer/service-kit/http";
import { type AnyJob, jobQueue, type Sweep } from "@foyer/service-kit/jobs";
import { pruneRequestState, rateLimiter } from "@foyer/service-kit/rate-limit";
import { everyRoute } from "@foyer/service-kit/routes";
import type { FastifyPluginAsync } from "fastify";
import { pruneActivations } from "./stores/activation-store.ts";
import { licenseSecrets, resealLicenseSecrets } from "./activations/license-secrets.ts";
import { activationRoutes } from "./activations/routes.ts";
import { carryOutRestores } from "./access-restore/carry-out.ts";
import { accessRestoreRoutes } from "./access-restore/routes.ts";
import { accountEventRoutes } from "./account-events/routes.ts";
import { pruneAppValues } from "./stores/app-token-store.ts";
import { appsOf } from "./grants/apps.ts";
import { secretFaults } from "./apps/clients.ts";
import { providerKeeper } from "./apps/provider-keeper.ts";
import { providerPlugin } from "./apps/provider-plugin.ts";
import { resealAppKeys } from "./apps/signing-keys.ts";
import { appRoutes } from "./apps/routes.ts";
import { pruneBrowsers } from "./stores/browser-store.ts";
import { dialects } from "./compatibility/load-dialects.ts";
import { buyingRoutes } from "./buying/routes.ts";
import { pruneReservations } from "./stores/reserved-license-store.ts";
import { closingRoutes } from "./closing/routes.ts";
import { pruneExports } from "./data-export/data-export-store.ts";
import { dataExportRoutes } from "./data-export/routes.ts";
import type { AccountsDeps, Deps } from "./deps.ts";
import { eraseClosedAccounts } from "./erasure/erase-accounts.ts";
import { erasureRoutes } from "./erasure/routes.ts";
import { licenseKeyRoutes } from "./license-keys/routes.ts";
import { after, lifetimes } from "./lifetimes.ts";
import { pruneGrants } from "./stores/grant-store.ts";
import { isOwner } from "./stores/license-store.ts";
import { licenseRoutes } from "./licenses/routes.ts";
import { accountsJobs } from "./jobs.ts";
import { sendHeldInvitations } from "./mail/send-invitations.ts";
import { SECONDS_BETWEEN, sendWelcomeMails } from "./mail/send-welcome-mails.ts";
import { pruneSecrets } from "./stores/mailed-secret-store.ts";
import { notMeRoutes } from "./not-me/routes.ts";
import { pruneChallenges } from "./passkeys/challenge-store.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { passwordResetRoutes } from "./password-reset/routes.ts";
import { passwordHasher } from "./passwords/password-hasher.ts";
import { passwordRoutes } from "./passwords/routes.ts";
import { personRoutes } from "./people/routes.ts";
import { managerRoutes } from "./managers/routes.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { resealFactors } from "./second-factor/sealed-factors.ts";
import { upgradeRoutes } from "./upgrades/routes.ts";
import { seatRoutes } from "./seats/routes.ts";
import { shortLinks } from "./seats/short-links.ts";
import { authenticate } from "./sessions/authenticate.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { endRecords } from "./security-events/end-records-store.ts";
import { pruneSessions } from "./stores/session-store.ts";
import { pruneSignInGuards } from "./passwords/sign-in-guard.ts";
import { staffRoutes } from "./staff/routes.ts";
import { subscriptionRoutes } from "./subscriptions/routes.ts";
import { syncDataRoutes } from "./sync-data/routes.ts";
import { endTrials } from "./trials/end-trials.ts";
import { trialRoutes } from "./trials/routes.ts";
import { endReplacedKeys } from "./stores/replaced-key-store.ts";
import { pruneTrials } from "./stores/trial-store.ts";

/** The accounts service. A host mounts its plugins; a worker runs its jobs and sweeps. */
export interface AccountsService {
  readonly plugin: FastifyPluginAsync;
  /** `/i/<code>`, on the portal's origin. */
  readonly shortLinks: FastifyPluginAsync;
  /** `/oauth/…` and the discovery documents, on the portal's origin. */
  readonly provider: FastifyPluginAsync;
  /** `/v1/…` of shops whose installed apps still call, on the portal's origin. */
  readonly dialects: FastifyPluginAsync;
  readonly routes: readonly Route[];
  readonly jobs: readonly AnyJob[];
  readonly sweeps: readonly Sweep[];
}

/** The routes of all nouns. */
const routesOf = (deps: Deps) => ({
  ...signInRoutes(deps),
  ...sessionRoutes(deps),
  ...passwordRoutes(deps),
  ...accountEventRoutes(deps),
  ...notMeRoutes(deps),
  ...personRoutes(deps),
  ...passwordResetRoutes(deps),
  ...licenseRoutes(deps),
  ...licenseKeyRoutes(deps),
  ...seatRoutes(deps),
  ...upgradeRoutes(deps),
  ...managerRoutes(deps),
  ...secondFactorRoutes(deps),
  ...passkeyRoutes(deps),
  ...syncDataRoutes(deps),
  ...closingRoutes(deps),
  ...dataExportRoutes(deps),
  ...accessRestoreRoutes(deps),
  ...appRoutes(deps),
  ...activationRoutes(deps),
  ...subscriptionRoutes(deps),
  ...buyingRoutes(deps),
  ...trialRoutes(deps),
  ...erasureRoutes(deps),
  ...staffRoutes(deps),
});

export function createAccounts(given: AccountsDeps): AccountsService {
  const deps = complete(given);
  const faults = secretFaults(appsOf(deps.brand), deps.appSecrets);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const own = routesOf(deps);
  const routes = everyRoute("accounts", { ...own, readAccountPage: accountPage(Object.values(own)) });
  const plugin = servicePlugin({
    name: "accounts",
    routes,
    authenticate: (token, endpoint, id) => authenticate(deps, token, endpoint, id),
    mayManage: (person, licenseId) => isOwner(deps.db, person.id, licenseId),
    serviceCredential: given.serviceCredential,
    database: given.database,
    clock: given.clock,
    log: given.log,
    limiter: deps.limiter,
    strictContract: given.config.strictContract,
    portalOrigins: given.config.portalOrigins,
    // The vendor's apps in a browser ask about devices.
    pages: { origins: (given.brand.apps ?? []).flatMap(({ origins = [] }) => origins), path: "/api/1.1/activations/" },
  });
  const provider = providerPlugin(deps, providerKeeper(deps));
  return {
    plugin,
    shortLinks: shortLinks(deps),
    provider,
    dialects: dialects(deps),
    routes,
    jobs: accountsJobs(deps),
    sweeps: sweepsOf(deps),
  };
}

/** The account page's reads in one answer. */
const accountPage = (routes: readonly Route[]): Route =>
  composed(readAccountPage, Object.keys(readAccountPage.reply.shape), routes, {
    listAccountEvents: { limit: EVENTS_AT_FIRST },
  });

function complete(given: AccountsDeps): Deps {
  return {
    ...given,
    db: given.database.kysely,
    passwords: given.passwords ?? passwordHasher(),
    limiter: rateLimiter(given.database, given.clock, given.config.rateLimits),
    addJob: jobQueue(given.database.schema),
    licenseSecrets: licenseSecrets(given.database.kysely, given.keyring, given.clock),
  };
}

const MINUTE = 60;

/** Sweeps that delete expired rows. */
const endings = (deps: Deps): Sweep[] => {
  const { db, clock } = deps;
  return [
    {
      name: "end-records",
      everySeconds: 10 * MINUTE,
      run: async () => {
        const ended = await endRecords(db, clock.now());
        if (ended > 0) deps.log.info({ ended }, "old records were dropped");
      },
    },
    {
      name: "prune-sessions",
      everySeconds: MINUTE,
      run: async () => {
        const now = clock.now();
        const steps = [
          () => pruneSessions(db, after(now, -lifetimes.session), after(now, -2 * lifetimes.refreshGrace)),
          () => pruneSignInGuards(deps),
          () => pruneBrowsers(db, now),
          () => pruneExports(db, after(now, -lifetimes.dataExport)),
          () => pruneChallenges(db, now),
          () => pruneAppValues(db, now),
          () => pruneGrants(db, after(now, -lifetimes.toldEvents)),
          () => pruneReservations(db, after(now, -lifetimes.reservation)),
          () => pruneTrials(db, after(now, -lifetimes.erasedTrial)),
          () => pruneActivations(db, now, after(now, -lifetimes.toldEvents)),
          () => pruneSecrets(db, after(now, -lifetimes.session)),
        ];
        // One table that cannot be pruned must not stop the others.
        for (const step of steps) {
          await step().catch((error: unknown) => deps.log.warn({ err: error }, "expired rows could not be deleted"));
        }
      },
    },
  ];
};

async function reseal({ db, keyring, log }: Deps) {
  const { sealed, unreadable } = await resealFactors(db, keyring);
  await resealAppKeys(db, keyring);
  await resealLicenseSecrets(db, keyring);
  if (sealed > 0) log.info({ sealed }, "secrets of second factors were encrypted");
  if (unreadable > 0) log.error({ unreadable }, "secrets of second factors are unreadable");
}

function sweepsOf(deps: Deps): Sweep[] {
  const { db, clock, database } = deps;
  return [
    {
      name: "prune-request-state",
      everySeconds: 10 * MINUTE,
      run: () => pruneRequestState(database, clock),
    },
    {
      name: "reseal-second-factors",
      everySeconds: 5 * MINUTE,
      run: () => reseal(deps),
    },
    {
      name: "erase-accounts",
      everySeconds: MINUTE,
      run: () => eraseClosedAccounts(deps),
    },
    {
      name: "carry-out-restores",
      everySeconds: MINUTE,
      run: () => carryOutRestores(deps),
    },
    {
      name: "end-trials",
      everySeconds: MINUTE,
      run: () => endTrials(deps),
    },
    {
      name: "end-replaced-keys",
      everySeconds: MINUTE,
      run: () => endReplacedKeys(db, clock.now()),
    },
    {
      name: "send-held-invitations",
      everySeconds: MINUTE,
      run: () => sendHeldInvitations(deps),
    },
    {
      name: "send-welcome-mails",
      everySeconds: SECONDS_BETWEEN,
      run: () => sendWelcomeMails(deps),
    },
    ...endings(deps),
  ];
}

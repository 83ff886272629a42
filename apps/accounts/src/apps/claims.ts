import { instantOf } from "@foyer/contract/wire-values";
import type { BrandApp } from "@foyer/contract/brand-apps";
import type { Person } from "@foyer/service-kit/call";
import type { Account as ProviderAccount } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { findAccount, OPEN } from "../stores/account-store.ts";
import { seesProduct } from "../grants/apps.ts";
import { refreshUnderWay } from "./refresh-memo.ts";
import { type HeldLicense, heldLicenses } from "../stores/held-license-store.ts";

/** A license in which the person holds a seat, as `userinfo` tells it. */
interface LicenseClaim {
  readonly registration_id: string;
  readonly product_id: string;
  readonly description: string;
  readonly seat_id: string;
  readonly seat_status: "active" | "expiring";
  /** Until when it gives access; null without an end. */
  readonly valid_until: string | null;
  readonly subscription_state: "active" | "inactive" | null;
}

/** What the person may use now, as far as that app sees it: one entry a held seat. */
export function licenseClaims(held: readonly HeldLicense[], app: BrandApp): LicenseClaim[] {
  return held.flatMap((row) =>
    seesProduct(app, row.product_id)
      ? {
          registration_id: row.registration_id,
          product_id: row.product_id,
          description: row.description,
          seat_id: row.seat_id,
          seat_status: row.seat_status,
          valid_until: row.valid_until && instantOf(row.valid_until),
          subscription_state: row.subscription_active === null ? null : row.subscription_active ? "active" : "inactive",
        }
      : [],
  );
}

/** What apps are told of a person, by the scopes of their tokens. */
export const accountClaims = ({ id, username, email }: Pick<Person, "id" | "username" | "email">) => ({
  sub: id,
  preferred_username: username,
  email,
  email_verified: true,
});

/** A refresh has read its account with its token. */
async function openAccount(db: Deps["db"], id: string): Promise<Pick<Person, "id" | "username" | "email"> | null> {
  const read = refreshUnderWay()?.read;
  if (read?.account_id === id) return { id, username: read.username, email: read.email };
  const account = await findAccount(db, id);
  return account?.state === OPEN ? account : null;
}

/** The person as the provider asks for her; undefined for an account that is closed or gone. */
export async function providerAccount(
  deps: Pick<Deps, "db" | "clock">,
  accountId: string,
  app: BrandApp | undefined,
  grantId: string | undefined,
): Promise<ProviderAccount | undefined> {
  const account = await openAccount(deps.db, accountId);
  if (!account) return undefined;
  return {
    accountId,
    claims: async (use, scope) => ({
      ...accountClaims(account),
      ...(use === "id_token" && grantId !== undefined ? { sid: grantId } : {}),
      // An id token that held them would be stale.
      ...(use === "userinfo" && app && scope.split(" ").includes("licenses")
        ? { licenses: licenseClaims(await heldLicenses(deps.db, accountId, deps.clock.now()), app) }
        : {}),
    }),
  };
}

import type { BrandApp } from "@foyer/contract/brand-apps";
import type { Scope } from "@foyer/contract/scopes";
import type { Person } from "@foyer/service-kit/call";

/** Returns the vendor's apps by id. */
export type Apps = ReadonlyMap<string, BrandApp>;

interface HasApps {
  readonly apps?: readonly BrandApp[] | undefined;
}

const noApps: Apps = new Map();
const byList = new WeakMap<readonly BrandApp[], Apps>();

/** The apps of a brand. The map is built once, because every request of an app uses it. */
export function appsOf({ apps }: HasApps): Apps {
  if (!apps) return noApps;
  const known = byList.get(apps) ?? new Map(apps.map((app) => [app.id, app]));
  byList.set(apps, known);
  return known;
}

/** Shown instead of the name of an app that the brand no longer lists. */
export const NO_LONGER_LISTED = "an app that is no longer offered";

/** True if the app sees licenses of that product id: `OUTLINE-5-SUB` begins with the product's code. */
export function seesProduct(app: BrandApp, productId: string): boolean {
  return app.products === undefined || app.products.includes(productId.split("-")[0] ?? "");
}

/** Returns the requested scopes that the app is listed for. */
export function allowedScopes(app: BrandApp, wanted: readonly string[]): Scope[] {
  // The brand's check accepts only scopes of the table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return wanted.filter((scope) => app.scopes.includes(scope)) as Scope[];
}

/** Returns the scopes that the brand still lists for the app; none for an app that it no longer lists. */
export function listedScopes(
  { brand }: { readonly brand: HasApps },
  appId: string,
  scopes: readonly string[],
): Scope[] {
  const app = appsOf(brand).get(appId);
  return app ? allowedScopes(app, scopes) : [];
}

/** Returns the rows of licenses that the caller may see. An app with `products` sees only their licenses. */
export function seenBy<Row extends { readonly product_id: string }>(
  { brand }: { readonly brand: HasApps },
  caller: Pick<Person, "app">,
  rows: readonly Row[],
): Row[] {
  const app = caller.app && appsOf(brand).get(caller.app.id);
  return rows.filter(({ product_id: id }) => app === undefined || seesProduct(app, id));
}

import type { BrandApp } from "@foyer/contract/brand-apps";
import type { Scope } from "@foyer/contract/scopes";
import type { Person } from "@foyer/service-kit/call";

/** Returns the vendor's apps by id. */
export type Apps = ReadonlyMap<string, BrandApp>;

export const appsOf = (brand: { readonly apps?: readonly BrandApp[] | undefined }): Apps =>
  new Map((brand.apps ?? []).map((app) => [app.id, app]));

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

/** Returns the scopes of that text which the brand still lists for its app; none for an app that it does not list. */
export function listedScope({ brand }: { readonly brand: Parameters<typeof appsOf>[0] }, appId: string, scope: string) {
  const app = appsOf(brand).get(appId);
  return app ? allowedScopes(app, scope.split(" ")).join(" ") : "";
}

/** Returns the rows of licenses that the caller may see. An app with `products` sees only their licenses. */
export function seenBy<Row extends { readonly product_id: string }>(
  { brand }: { readonly brand: Parameters<typeof appsOf>[0] },
  caller: Pick<Person, "app">,
  rows: readonly Row[],
): Row[] {
  const app = caller.app && appsOf(brand).get(caller.app.id);
  return rows.filter(({ product_id: id }) => app === undefined || seesProduct(app, id));
}

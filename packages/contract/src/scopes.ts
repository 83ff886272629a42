/**
 * Scopes that an app of the vendor can get. Guards, `docs/authority.md`, the OpenAPI documents, the consent page and
 * the tests are made from this table and from the `scopes` of the endpoints.
 */
export const scopes = {
  openid: "Know who signs in",
  profile: "See the account name",
  email: "See the e-mail address",
  offline_access: "Stay signed in",
  licenses: "See the own licenses, seats and license keys of purchases, and use them on this device",
  "account.read": "Read the own account: data, seats and purchases",
  portal: "Open the portal, signed in",
} as const;

export type Scope = keyof typeof scopes;

// The keys of a literal are its type's.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const scopeNames = Object.keys(scopes) as readonly Scope[];

export const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text);

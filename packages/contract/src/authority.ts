import { holdsRight, type StaffRight, staffRights } from "@foyer/domain/staff-rights";
import type { Access, Endpoint } from "./endpoint.ts";
import { accountsEndpoints, purchaseEndpoints } from "./endpoints.ts";
import type { RefusalName } from "./refusals.ts";

/** Roles of callers. Each caller of a call has one of them. */
export type Role =
  | "signed out"
  | "signing up"
  /** An app with the token of an activation by key. */
  | "activation token"
  /** Signed in, without managing the license or owning the customer in the path; may hold a seat. */
  | "person"
  /** Manages the license, or owns the customer, in the path. */
  | "its manager"
  | `staff ${StaffRight}`
  | "service";

export const roles: readonly Role[] = [
  "signed out",
  "signing up",
  "activation token",
  "person",
  "its manager",
  ...staffRights.map((right): Role => `staff ${right}`),
  "service",
];

/** Returns the right of a staff role, or null for other roles. A staff member is also a person. */
function rightOf(role: Role): StaffRight | null {
  return staffRights.find((right) => role === `staff ${right}`) ?? null;
}

const isSignedIn = (role: Role): boolean => role === "person" || role === "its manager" || rightOf(role) !== null;

/**
 * Returns how a call of that access refuses that role before it checks anything else, or null if it continues.
 *
 * The provider's call has no roles: its signature decides, so it is never refused here.
 */
export function refusalFor(access: Access, role: Role): RefusalName | null {
  switch (access) {
    case "open":
    case "provider":
      return null;
    case "signup":
      if (role === "signing up") return null;
      return role === "signed out" ? "session.required" : "signup.expired";
    case "service":
      if (role === "service") return null;
      return role === "signed out" ? "session.required" : "object.not_found";
    case "activation":
      return isSignedIn(role) || role === "activation token" ? null : "session.required";
    default:
      return isSignedIn(role) ? refusalForPerson(access, role) : "session.required";
  }
}

function refusalForPerson(
  access: Exclude<Access, "open" | "provider" | "signup" | "service" | "activation">,
  role: Role,
): RefusalName | null {
  if (access === "person") return null;
  if (access === "manager" || access === "customer") return role === "its manager" ? null : "object.not_found";
  const right = rightOf(role);
  const needed = staffRights.find((each) => access === `staff:${each}`);
  return right && needed && holdsRight([right], needed) ? null : "object.not_found";
}

const cells: Readonly<Partial<Record<RefusalName, string>>> = {
  "session.required": "401",
  "signup.expired": "401",
  "object.not_found": "404",
};

/** True if the call requires a proof of the password, which its declared refusals show. */
export function wantsProof({ access, refusals }: Endpoint): boolean {
  return access !== "service" && refusals.includes("permission.proof_required");
}

/** Returns how a call answers an app's access token: the scopes that open it, or its refusal. */
function appAnswer({ access, scopes = [] }: Endpoint): string {
  if (access === "open") return "yes";
  if (access === "provider") return "signed";
  if (access === "service") return "404";
  return scopes.length === 0 ? "403" : scopes.map((scope) => `\`${scope}\``).join(" or ");
}

function row(endpoint: Endpoint): string {
  const { method, path, access, summary } = endpoint;
  const answers = roles.map((role) => {
    const refusal = refusalFor(access, role);
    return refusal === null ? (access === "provider" ? "signed" : "yes") : (cells[refusal] ?? refusal);
  });
  const app = appAnswer(endpoint);
  return `| ${summary}${wantsProof(endpoint) ? " †" : ""} | ${method} \`${path}\` | ${answers.join(" | ")} | ${app} |`;
}

function table(endpoints: readonly Endpoint[]): string {
  const head = ["Call", "Route", ...roles, "app"];
  return [`| ${head.join(" | ")} |`, `|${" --- |".repeat(head.length)}`, ...endpoints.map(row)].join("\n");
}

/** Returns the page `docs/authority.md`: every call of both services by every role. A test compares the file. */
export function authorityPage(): string {
  return `# Who may call what

\`npm run authority\` generates this page from the endpoint table of \`packages/contract\`. Do not edit it. The guards of both services use the same
table, and the tests make every call as every role.

- **yes**: the call continues. Ownership decides which objects it can use: objects of other people do not exist for it (404, 2004).
- **401**: not signed in for this call (1002, or 11003 if the call requires the token of a sign-up). **404**: the call does not exist for this role (2004).
- **activation token** is what an app got for a license key. It opens only the activation in the route.
- **person** is signed in. Seats, and other licenses that the person manages, make no difference. **its manager** manages the license, or owns the
  customer, in the route.
- **staff** has a right. Each right includes **read**, and **admin** includes all. Staff members are also persons. Without a second factor they have no
  staff rights, unless the sandboxes are on. A staff member who views as a person can read, and every change is refused (403, 2001).
- A session that an app opened must be proved by password or passkey before it changes anything. Until then, calls that cost something, appoint
  a person or give something away are refused (403, 2002, with \`session_proof\`).
- **†**: requires the password again if the last proof in this session is older than five minutes (403, 2002). The preview of a repair does not.
- **app** is an app's access token for a person. The call continues if the token has one of the named scopes; other calls are refused (403, 2005).
  \`/oauth/userinfo\` requires \`openid\`.
- **service** is the other service with its credential. **signed** is the payment provider, recognized by its signature.

## Accounts service

${table(accountsEndpoints)}

## Purchase service

${table(purchaseEndpoints)}
`;
}

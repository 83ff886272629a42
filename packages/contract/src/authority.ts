import { holdsRight, type StaffRight, staffRights } from "@foyer/domain/staff-rights";
import type { Access, Endpoint } from "./endpoint.ts";
import { accountsEndpoints, purchaseEndpoints } from "./endpoints.ts";
import type { RefusalName } from "./refusals.ts";

/** Roles of callers. Each caller of a call has one of them. */
export type Role =
  | "signed out"
  | "signing up"
  /** Signed in, without managing the license or owning the customer in the path; may hold a seat. */
  | "person"
  /** Manages the license, or owns the customer, in the path. */
  | "its manager"
  | `staff ${StaffRight}`
  | "service";

export const roles: readonly Role[] = [
  "signed out",
  "signing up",
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
    default:
      return isSignedIn(role) ? refusalForPerson(access, role) : "session.required";
  }
}

function refusalForPerson(
  access: Exclude<Access, "open" | "provider" | "signup" | "service">,
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

/** What a call tells the access token of an app: the scopes of which one opens it, or its refusal. */
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

Made from the endpoint table of \`packages/contract\` by \`npm run authority\`; the guards of both services read the same table, and the tests ask every
route as every role. Do not edit.

- **yes**: the call goes on. What it then touches is decided by ownership: another person's things answer like ones that do not exist (404, 2004).
- **401**: not signed in for this (1002; 11003 where the token of a sign-up is wanted). **404**: for this role there is no such thing (2004).
- **person** is signed in; whether she holds a seat, or manages another license, changes nothing. **its manager** manages the license, or owns the
  customer, that the route names.
- **staff** with a right; each includes **read**, **admin** all of them. Staff are people too. Without a second factor they are nothing else, unless
  the sandboxes are on. A staff member who views as a person may read, and every change answers 403 (2001).
- A session that an app opened changes nothing before its person has proved herself in it by password or passkey: the calls that cost something, appoint
  somebody or give something away answer 403 (2002, with \`session_proof\`).
- **†**: wants the password again where the last proof in this session is older than five minutes (403, 2002); a preview of a repair does not.
- **app** is the access token of an app in a person's name: the call goes on where the token has one of the scopes that are named, and answers **403**
  (2005) everywhere else. \`/oauth/userinfo\` opens to \`openid\`.
- **service** is the other service by its credential. **signed**: the payment provider, known by its signature.

## Accounts service

${table(accountsEndpoints)}

## Purchase service

${table(purchaseEndpoints)}
`;
}

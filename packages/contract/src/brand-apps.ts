import { z } from "zod";
import { type Scope, scopeNames } from "./scopes.ts";

const text = z.string().trim().min(1).max(64);

const known: ReadonlySet<string> = new Set(scopeNames);

const app = z.strictObject({
  /** Its `client_id`. */
  id: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case letters and digits, with single dashes between them"),
  /** As people know it. */
  name: text,
  /**
   * `native`: runs on the person's machine and keeps no secret. `web`: runs on a server and has a secret in the environment, or in
   * a browser and lists its `origins`. `device`: has no browser of its own, and signs in by a code.
   */
  kind: z.enum(["native", "web", "device"]),
  /** Addresses to which a sign-in may return, compared exactly. */
  redirectUris: z.array(z.string().max(2_048)).max(20),
  /** Scopes that it may ask for. */
  scopes: z.array(z.string().refine((scope) => known.has(scope), `must be one of ${scopeNames.join(", ")}`)).min(1),
  /** Codes of the products with licenses that it may read; all by default. */
  products: z.array(z.string()).min(1).optional(),
  /** True for the vendor's own app: people are not asked to allow its scopes. */
  isOwn: z.boolean(),
  /** Addresses to which signing out may lead. */
  postLogoutRedirectUris: z.array(z.string().max(2_048)).max(20).optional(),
  /** Origins of pages that call the token endpoint, userinfo and the calls about devices from a browser; only for web apps. */
  origins: z.array(z.string()).max(20).optional(),
  /** Algorithm of its id tokens; RS256 by default. */
  idTokenAlgorithm: z.enum(["RS256", "EdDSA"]).optional(),
});
export type BrandApp = z.infer<typeof app>;

/**
 * An app of the vendor in which people sign in through the portal. Outside production, pages of a developer's own machine can be
 * addresses of a web app.
 */
export const brandApp = (isProduction: boolean) =>
  app.check(({ value, issues }) => {
    for (const fault of [...scopeFaults(value), ...addressFaults(value, isProduction)]) {
      // The other checks of the brand still run, so that one pass reports all faults.
      issues.push({ code: "custom", input: value, ...fault, continue: true });
    }
  });

/** The name of the setting with the secret of a web app: `APP_SECRET_TIME_SHEETS` of `time-sheets`. */
export const appSecretName = (id: string): string => `APP_SECRET_${id.toUpperCase().replaceAll("-", "_")}`;

interface Fault {
  path: PropertyKey[];
  message: string;
}

/** Returns faults that only a comparison with the brand's other apps and products shows. */
export function appFaults(apps: readonly BrandApp[], productCodes: ReadonlySet<string>): Fault[] {
  return apps.flatMap((app, index) => {
    const at = (...path: PropertyKey[]): PropertyKey[] => ["apps", index, ...path];
    const isTwice = apps.findIndex(({ id }) => id === app.id) < index;
    return [
      ...(isTwice ? [{ path: at("id"), message: "is there twice" }] : []),
      ...(app.products ?? []).flatMap((code, each) =>
        productCodes.has(code) ? [] : [{ path: at("products", each), message: "must be the code of a product" }],
      ),
    ];
  });
}

function scopeFaults({ scopes }: BrandApp): Fault[] {
  const faults: Fault[] = scopes.flatMap((scope, index) =>
    known.has(scope) && scopes.indexOf(scope) < index ? [{ path: ["scopes", index], message: "is there twice" }] : [],
  );
  if (!scopes.includes("openid" satisfies Scope)) faults.push({ path: ["scopes"], message: "must hold openid" });
  return faults;
}

function addressFaults(app: BrandApp, isProduction: boolean): Fault[] {
  const faults = (field: "redirectUris" | "postLogoutRedirectUris"): Fault[] =>
    (app[field] ?? []).flatMap((address, index) => {
      const message = redirectFault(address, app.kind, isProduction);
      return message === null ? [] : [{ path: [field, index], message }];
    });
  const origins = (app.origins ?? []).flatMap((origin, index) =>
    URL.canParse(origin) &&
    new URL(origin).origin === origin &&
    (origin.startsWith("https://") || (!isProduction && isOfDeveloper(new URL(origin))))
      ? []
      : [{ path: ["origins", index], message: "must be an origin such as https://app.example.com" }],
  );
  return [
    ...faults("redirectUris"),
    ...faults("postLogoutRedirectUris"),
    ...origins,
    ...(app.kind === "device" && app.redirectUris.length > 0
      ? [{ path: ["redirectUris"], message: "must be empty: an app of the kind device signs in by a code" }]
      : []),
    ...(app.kind !== "device" && app.redirectUris.length === 0
      ? [{ path: ["redirectUris"], message: "must hold at least one address" }]
      : []),
    ...(app.kind !== "web" && app.origins !== undefined
      ? [{ path: ["origins"], message: "belongs to apps of the kind web" }]
      : []),
  ];
}

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"]);
const LOCALHOST = /^(.*\.)?localhost\.?$/;

/** True for a page that a developer serves on her own machine. */
const isOfDeveloper = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");

/** Returns why a sign-in must not return to that address, or null. */
function redirectFault(address: string, kind: BrandApp["kind"], isProduction: boolean): string | null {
  if (!/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address)) return "must be an absolute address";
  const { hash, hostname, href, password, protocol, username } = new URL(address);
  if (address.includes("*")) return "must be one exact address, without wildcards";
  if (hash !== "" || address.includes("#")) return "must not have a fragment";
  if (username !== "" || password !== "" || /^[^/?]*\/\/[^/?]*@/.test(address)) return "must not hold a user name";
  if (protocol === "https:" && LOCALHOST.test(hostname)) return "must not name localhost, which may lead elsewhere";
  if (protocol === "https:" && LOOPBACK.has(hostname)) return "must begin with http://, as nobody else reaches it";
  if (protocol === "https:") return writtenFault(address, href);
  if (kind === "web" && !isProduction && isOfDeveloper(new URL(address))) return writtenFault(address, href);
  if (kind === "web") return "must begin with https://";
  if (protocol === "http:") return loopbackFault(address, hostname, href);
  const scheme = protocol.slice(0, -1);
  if (!scheme.includes(".")) return "must have a scheme with a dot in it, such as com.example.app:/signed-in";
  return writtenFault(address, href);
}

function loopbackFault(address: string, hostname: string, href: string): string | null {
  if (LOCALHOST.test(hostname)) return "must name 127.0.0.1 or [::1], as localhost may lead elsewhere";
  if (!LOOPBACK.has(hostname)) return "must begin with https://; http:// leads to 127.0.0.1 and [::1] only";
  return writtenFault(address, href);
}

/** Returns the fault of an address that browsers write in another way, because addresses are compared exactly. */
const writtenFault = (address: string, href: string): string | null =>
  href === address || href === `${address}/` ? null : `must be written as ${href}`;

import { hash, randomUUID } from "node:crypto";
import { instantOf } from "@foyer/contract/wire-values";
import type { ActivationCode } from "@foyer/domain/activations";
import { foreignFingerprint } from "@foyer/domain/offline-request";
import { inTransaction } from "@foyer/service-kit/db";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import type { FastifyPluginAsync } from "fastify";
import { takePlaceByKey } from "../../activations/activate-by-key.ts";
import { findWithKey, freeWithKey, type KeyLicense, readKeyLicense } from "../../activations/key-license.ts";
import { keyCode, readKey } from "../../activations/key-place.ts";
import type { Deps } from "../../deps.ts";
import { type ActivationState, dayOf, findDevice, hasDevice, noteSeen } from "../../stores/activation-store.ts";
import type { KeyPlace } from "../../stores/key-place-store.ts";
import { type DialectAnswer, dialectPlugin, type DialectRequest, labelOf, withKey } from "../dialect.ts";
import { licenseIdOf, licenseResource, machineResource } from "./resources.ts";

// Validation and machines of https://keygen.sh/docs/api, for installed apps whose host name was redirected. The account may have any
// name: a key is known without it.

const TEXT_MAX = 255;

/** Follows names into an object of the request. Undefined where one is missing. */
const at = (from: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    from,
  );

function textAt(from: unknown, ...names: readonly string[]): string | null {
  const value = at(from, ...names) ?? null;
  if (value === null) return null;
  if (typeof value !== "string" || value.length > TEXT_MAX) refuse("input.invalid", { field: names.join("/") });
  return value;
}

const neededAt = (from: unknown, ...names: readonly string[]): string =>
  textAt(from, ...names) || refuse("input.invalid", { field: names.join("/") });

/** The key of `Authorization: License …`, or of the user `license` in a basic one. */
function keyIn({ authorization }: DialectRequest): string {
  const [, scheme = "", value = ""] = /^(License|Basic) +(\S.{0,400})$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "license") return value.trim();
  const [user, ...key] = Buffer.from(value, "base64").toString("utf8").split(":");
  return user === "license" && key.length > 0 ? key.join(":") : refuse("session.required");
}

/** The converter computes the same fingerprint of another product's text. */
const hashOf = (deps: Deps, fingerprint: string): Promise<Buffer> =>
  deps.licenseSecrets.hashFingerprint(foreignFingerprint(fingerprint, (text) => hash("sha256", text, "base64url")));

interface Found {
  readonly key: KeyPlace;
  readonly code: ActivationCode;
  readonly license: KeyLicense;
  readonly now: Date;
}

/** Reads a key within the limits. Refuses an unknown one, and one of a product that keys do not activate. */
const withFound = (
  deps: Deps,
  asked: DialectRequest,
  typed: string,
  work: (found: Found) => Promise<DialectAnswer>,
): Promise<DialectAnswer> =>
  withKey(deps, typed, asked.ip, async () => {
    const now = deps.clock.now();
    const key = (typed.length <= TEXT_MAX && (await readKey(deps, deps.db, typed))) || refuse("license_key.refused");
    return work({ key, code: keyCode(key, now), license: await readKeyLicense(deps, key, now), now });
  });

/** The machine with this fingerprint or id. */
async function findMachine(deps: Deps, { key, now }: Found, named: string): Promise<ActivationState | null> {
  const id = key.license_id && (await findDevice(deps.db, key.license_id, await hashOf(deps, named)));
  return findWithKey(deps, key, id ?? named, now);
}

const details = {
  VALID: "is valid",
  NOT_FOUND: "does not exist",
  SUSPENDED: "is suspended",
  EXPIRED: "is expired",
  TOO_MANY_MACHINES: "has too many associated machines",
  NO_MACHINE: "is not activated (has no associated machine)",
  NO_MACHINES: "is not activated (has no associated machines)",
  FINGERPRINT_SCOPE_MISMATCH: "fingerprint is not activated (does not match any associated machines)",
} as const;
type Code = keyof typeof details;

const meta = (now: Date, code: Code, fingerprint: string | null) => ({
  ts: instantOf(now),
  valid: code === "VALID",
  detail: details[code],
  code,
  constant: code,
  ...(fingerprint === null ? {} : { scope: { fingerprint } }),
});

async function codeFor(deps: Deps, found: Found, machine: ActivationState | null, isScoped: boolean): Promise<Code> {
  const { key, code, license } = found;
  // Activations of a replaced key may stay after the key's end.
  if (code === "SUSPENDED" || (code === "DEACTIVATED" && machine === null)) return "SUSPENDED";
  if (code === "ENDED" || code === "EXPIRED") return "EXPIRED";
  if (isScoped && machine === null) {
    const isActivated = key.license_id !== null && (await hasDevice(deps.db, key.license_id));
    if (isActivated) return "FINGERPRINT_SCOPE_MISMATCH";
    return license.places > 1 ? "NO_MACHINES" : "NO_MACHINE";
  }
  return license.taken > license.places ? "TOO_MANY_MACHINES" : "VALID";
}

/** Validates a key, for the machine with the fingerprint of `meta.scope`. */
async function validate(deps: Deps, asked: DialectRequest, found: Found): Promise<DialectAnswer> {
  const { key, license, now } = found;
  const fingerprint = textAt(asked.fields, "meta", "scope", "fingerprint");
  const machine = fingerprint === null ? null : await findMachine(deps, found, fingerprint);
  const code = await codeFor(deps, found, machine, fingerprint !== null);
  const today = dayOf(now);
  if (code === "VALID" && machine && machine.last_seen_at < today) await noteSeen(deps.db, machine.id, today, null);
  const data = licenseResource(asked.params["account"] ?? "", key, license, code === "VALID" ? "VALID" : found.code);
  return { status: 200, body: { data, meta: meta(now, code, fingerprint) } };
}

async function validateKey(deps: Deps, asked: DialectRequest): Promise<DialectAnswer> {
  const fingerprint = textAt(asked.fields, "meta", "scope", "fingerprint");
  try {
    return await withFound(deps, asked, neededAt(asked.fields, "meta", "key"), (found) => validate(deps, asked, found));
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== "license_key.refused") throw error;
    return { status: 200, body: { data: null, meta: meta(deps.clock.now(), "NOT_FOUND", fingerprint) } };
  }
}

/** Runs a call about the license whose key is the authorization. */
const withOwn = (deps: Deps, asked: DialectRequest, work: (found: Found) => Promise<DialectAnswer>) =>
  withFound(deps, asked, keyIn(asked), work);

const isItsOwn = ({ key }: Found, named: string): boolean => named === licenseIdOf(key) || named === key.key;

const validateLicense = (deps: Deps, asked: DialectRequest): Promise<DialectAnswer> =>
  withOwn(deps, asked, async (found) =>
    isItsOwn(found, asked.params["key"] ?? "") ? validate(deps, asked, found) : refuse("object.not_found"),
  );

const readMe = (deps: Deps, asked: DialectRequest): Promise<DialectAnswer> =>
  withOwn(deps, asked, async ({ key, license, code }) => ({
    status: 200,
    body: { data: licenseResource(asked.params["account"] ?? "", key, license, code) },
  }));

const activate = (deps: Deps, asked: DialectRequest): Promise<DialectAnswer> =>
  withOwn(deps, asked, async (found) => {
    const { key, code, now } = found;
    const data = at(asked.fields, "data");
    const fingerprint = neededAt(data, "attributes", "fingerprint");
    if (!isItsOwn(found, neededAt(data, "relationships", "license", "data", "id"))) refuse("object.not_found");
    if (code !== "VALID")
      return errorAnswer(403, code === "ENDED" || code === "EXPIRED" ? "LICENSE_EXPIRED" : "LICENSE_SUSPENDED");
    const name = labelOf(at(data, "attributes", "name") ?? at(data, "attributes", "hostname"), "name");
    const platform = labelOf(at(data, "attributes", "platform"), "platform");
    const wanted = { license_key: key.key, id: randomUUID(), name, platform, hash: await hashOf(deps, fingerprint) };
    const taken = errorAnswer(422, "FINGERPRINT_TAKEN", "/data/attributes/fingerprint");
    if (await findMachine(deps, found, fingerprint)) return taken;
    const { row, isNew } = await inTransaction(deps.db, (tx) => takePlaceByKey(deps, tx, wanted, now));
    if (!isNew) return taken;
    return { status: 201, body: { data: machineResource(asked.params["account"] ?? "", row, fingerprint) } };
  });

/** Runs a call about a machine of the license, which the path names by id or fingerprint. */
const withMachine = (
  deps: Deps,
  asked: DialectRequest,
  work: (row: ActivationState, named: string) => Promise<DialectAnswer>,
): Promise<DialectAnswer> =>
  withOwn(deps, asked, async (found) => {
    const named = asked.params["machine"] ?? "";
    const row = await findMachine(deps, found, named);
    return row ? work(row, named) : refuse("object.not_found");
  });

const errors = {
  FINGERPRINT_TAKEN: ["Unprocessable resource", "has already been taken"],
  LICENSE_EXPIRED: ["Access denied", "License is expired"],
  LICENSE_INVALID: ["Unauthorized", "License key is invalid"],
  LICENSE_SUSPENDED: ["Access denied", "License is suspended"],
  MACHINE_LIMIT_EXCEEDED: ["Unprocessable resource", "machine count has exceeded maximum allowed for license"],
  NOT_FOUND: ["Not found", "The requested resource was not found"],
  TOKEN_MISSING: ["Unauthorized", "You must be authenticated to complete the request"],
  TOO_MANY_REQUESTS: ["Too many requests", "Throttle limit has been reached for your IP address"],
} as const;

const errorAnswer = (status: number, code: keyof typeof errors, pointer = "/data"): DialectAnswer => {
  const [title, detail] = errors[code];
  return { status, body: { errors: [{ title, detail, code, source: { pointer } }] } };
};

function errorOf(refusal: Refusal): DialectAnswer {
  switch (refusal.refusal) {
    case "license_key.refused":
      return errorAnswer(401, "LICENSE_INVALID");
    case "session.required":
      return errorAnswer(401, "TOKEN_MISSING");
    case "object.not_found":
      return errorAnswer(404, "NOT_FOUND");
    case "rate.limited":
      return errorAnswer(429, "TOO_MANY_REQUESTS");
    case "activation.limit":
      return errorAnswer(422, "MACHINE_LIMIT_EXCEEDED");
    default: {
      const [title, code] = refusal.status < 500 ? ["Bad request", "BAD_REQUEST"] : ["Server error", "SERVER_ERROR"];
      const pointer = `/${refusal.details[0]?.field ?? ""}`;
      return {
        status: refusal.status,
        body: { errors: [{ title, detail: refusal.message, code, source: { pointer } }] },
      };
    }
  }
}

export const plugin = (deps: Deps): FastifyPluginAsync =>
  dialectPlugin(deps, {
    prefix: "/v1/accounts",
    contentType: "application/vnd.api+json; charset=utf-8",
    calls: [
      ["POST", "/:account/licenses/actions/validate-key", (asked) => validateKey(deps, asked)],
      ["POST", "/:account/licenses/:key/actions/validate", (asked) => validateLicense(deps, asked)],
      ["GET", "/:account/me", (asked) => readMe(deps, asked)],
      ["POST", "/:account/machines", (asked) => activate(deps, asked)],
      [
        "GET",
        "/:account/machines/:machine",
        (asked) =>
          withMachine(deps, asked, async (row, named) => ({
            status: 200,
            body: { data: machineResource(asked.params["account"] ?? "", row, named === row.id ? null : named) },
          })),
      ],
      [
        "DELETE",
        "/:account/machines/:machine",
        (asked) =>
          withMachine(deps, asked, async (row) => {
            await freeWithKey(deps, row);
            return { status: 204 };
          }),
      ],
    ],
    errorOf,
  });

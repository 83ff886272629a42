import { hash, randomUUID } from "node:crypto";
import type { ActivationCode } from "@foyer/domain/activations";
import { parseProductId } from "@foyer/domain/product-id";
import { inTransaction } from "@foyer/service-kit/db";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import type { FastifyPluginAsync } from "fastify";
import { takePlaceByKey } from "../../activations/activate-by-key.ts";
import { findWithKey, freeWithKey, readKeyLicense } from "../../activations/key-license.ts";
import { keyCode, readKey } from "../../activations/key-place.ts";
import type { Deps } from "../../deps.ts";
import { type ActivationRow, dayOf, noteSeen } from "../../stores/activation-store.ts";
import type { KeyPlace } from "../../stores/key-place-store.ts";
import { type DialectAnswer, dialectPlugin, type DialectRequest, labelOf, withKey } from "../dialect.ts";

// The calls of https://docs.lemonsqueezy.com/api/license-api, for installed apps whose host name was redirected.

const PREFIX = "/v1/licenses";

/** The field of an answer that says whether the call succeeded. */
const results = { activate: "activated", validate: "valid", deactivate: "deactivated" } as const;
type Call = keyof typeof results;
type Result = (typeof results)[Call];

const KEY_MAX = 255;

/** Returns a text of the request. Refuses a missing one. */
function textOf({ fields }: DialectRequest, field: string): string {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.trim() === "" || text.length > KEY_MAX) refuse("input.invalid", { field });
  return text.trim();
}

/** The shop's number of an imported license. For another id of ours a number of 31 bits, always the same: the shop's ids are numbers. */
const numberFor = (id: string): number =>
  Number(/^ls-(\d{1,15})$/.exec(id)?.[1] ?? hash("sha256", id, "buffer").readUInt32BE(0) >>> 1);

const timeOf = (at: Date): string => at.toISOString().replace("Z", "000Z");

const sentences: Readonly<Partial<Record<ActivationCode, string>>> = {
  SUSPENDED: "This license key is disabled.",
  DEACTIVATED: "This license key is disabled.",
  ENDED: "This license key is expired.",
  EXPIRED: "This license key is expired.",
};

function statusOf(code: ActivationCode, taken: number): string {
  if (code === "SUSPENDED" || code === "DEACTIVATED") return "disabled";
  if (code !== "VALID") return "expired";
  return taken > 0 ? "active" : "inactive";
}

/** The parts of an answer about a key: `license_key` and `meta`. */
async function aboutKey(deps: Deps, key: KeyPlace, code: ActivationCode, now: Date) {
  const { description, registeredAt, owner, contact, places, taken } = await readKeyLicense(deps, key, now);
  const product = deps.brand.products.find((each) => each.code === parseProductId(key.product_id).code);
  const former = product?.lemonSqueezy;
  return {
    license_key: {
      id: numberFor(key.license_id ?? key.key),
      status: statusOf(code, taken),
      key: key.key,
      activation_limit: places,
      activation_usage: taken,
      created_at: timeOf(registeredAt ?? new Date(0)),
      expires_at: key.expires_at && timeOf(key.expires_at),
    },
    // An order is not known here. The number 0 is none of the shop's.
    meta: {
      store_id: former?.storeId ?? 0,
      order_id: 0,
      order_item_id: 0,
      product_id: former?.productId ?? 0,
      product_name: description,
      variant_id: former?.variantId ?? 0,
      variant_name: "Default",
      customer_id: contact ? numberFor(contact.account_id) : 0,
      customer_name: owner,
      customer_email: contact?.email ?? "",
    },
  };
}

const instanceOf = ({ id, name, created_at: at }: ActivationRow) => ({ id, name: name ?? "", created_at: timeOf(at) });

const failed = (result: Result, status: number, error: string, about: object = {}): DialectAnswer => ({
  status,
  body: { [result]: false, error, ...about },
});

type Keyed = (key: KeyPlace, code: ActivationCode, now: Date) => Promise<DialectAnswer>;

/** Reads the key of a request within the limits. An unknown key and one of a product that keys do not activate get the same answer. */
const withItsKey = (deps: Deps, asked: DialectRequest, work: Keyed): Promise<DialectAnswer> => {
  const typed = textOf(asked, "license_key");
  return withKey(deps, typed, asked.ip, async () => {
    const now = deps.clock.now();
    const key = (await readKey(deps, deps.db, typed)) ?? refuse("license_key.refused");
    return work(key, keyCode(key, now), now);
  });
};

const activate = (deps: Deps, asked: DialectRequest): Promise<DialectAnswer> => {
  const name = labelOf(textOf(asked, "instance_name"), "name") ?? refuse("input.invalid", { field: "instance_name" });
  return withItsKey(deps, asked, async (key, code, now) => {
    const refused = sentences[code];
    if (refused !== undefined) return failed("activated", 400, refused, await aboutKey(deps, key, code, now));
    const id = randomUUID();
    // The shop knows no fingerprints: each call makes another instance.
    const wanted = { license_key: key.key, id, name, hash: await deps.licenseSecrets.hashFingerprint(id) };
    try {
      const { row } = await inTransaction(deps.db, (tx) => takePlaceByKey(deps, tx, wanted, now));
      const opened = (await readKey(deps, deps.db, key.key)) ?? key;
      const { license_key, meta } = await aboutKey(deps, opened, code, now);
      return { status: 200, body: { activated: true, error: null, license_key, instance: instanceOf(row), meta } };
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== "activation.limit") throw error;
      const sentence = "This license key has reached the activation limit.";
      return failed("activated", 400, sentence, await aboutKey(deps, key, code, now));
    }
  });
};

const NO_INSTANCE = "license_key_instance not found.";

const validate = (deps: Deps, asked: DialectRequest): Promise<DialectAnswer> => {
  const named = asked.fields["instance_id"] ?? "";
  const id = named === "" ? null : textOf(asked, "instance_id");
  return withItsKey(deps, asked, async (key, code, now) => {
    const row = id === null ? null : await findWithKey(deps, key, id, now);
    // Activations of a replaced key may stay after the key's end.
    const own = code === "DEACTIVATED" && row !== null ? "VALID" : code;
    const { license_key, meta } = await aboutKey(deps, key, own, now);
    const instance = row && instanceOf(row);
    const refused = sentences[own];
    if (refused !== undefined) return failed("valid", 400, refused, { license_key, instance, meta });
    if (id !== null && row === null) return failed("valid", 404, NO_INSTANCE, { license_key, instance, meta });
    const today = dayOf(now);
    if (row && row.last_seen_at < today) await noteSeen(deps.db, row.id, today, null);
    return { status: 200, body: { valid: true, error: null, license_key, instance, meta } };
  });
};

const deactivate = (deps: Deps, asked: DialectRequest): Promise<DialectAnswer> => {
  const id = textOf(asked, "instance_id");
  return withItsKey(deps, asked, async (key, code, now) => {
    const row = await findWithKey(deps, key, id, now);
    if (!row) return failed("deactivated", 404, NO_INSTANCE, await aboutKey(deps, key, code, now));
    await freeWithKey(deps, row);
    return { status: 200, body: { deactivated: true, error: null, ...(await aboutKey(deps, key, code, now)) } };
  });
};

/** Errors of the shop have a sentence in `error`. */
function errorOf(refusal: Refusal, path: string): DialectAnswer {
  const call = (Object.keys(results) as Call[]).find((name) => path.startsWith(`${PREFIX}/${name}`));
  const result = call === undefined ? "valid" : results[call];
  const field = refusal.details[0]?.field;
  if (refusal.refusal === "license_key.refused") return failed(result, 404, "license_key not found.");
  if (refusal.refusal === "input.invalid") return failed(result, 422, `The ${field ?? "request"} field is required.`);
  // Too many frees.
  const status = refusal.status === 409 ? 400 : refusal.status;
  return failed(result, status, refusal.message);
}

export const plugin = (deps: Deps): FastifyPluginAsync =>
  dialectPlugin(deps, {
    prefix: PREFIX,
    contentType: "application/json; charset=utf-8",
    calls: [
      ["POST", "/activate", (asked) => activate(deps, asked)],
      ["POST", "/validate", (asked) => validate(deps, asked)],
      ["POST", "/deactivate", (asked) => deactivate(deps, asked)],
    ],
    errorOf,
  });

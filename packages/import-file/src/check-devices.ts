import { OFFLINE_DAYS_MAX } from "@foyer/contract/brand-activation";
import { deviceLimit, hasPlace, keepsPlace, type RaisedLimit } from "@foyer/domain/activations";
import type { Fault } from "./faults.ts";
import type { LineOf } from "./lines.ts";
import { firstWith, licenseOf, missingAccount, missingLicense, type Picture } from "./picture.ts";

type Device = LineOf<"activation">;

/** Returns faults of new devices: a live one needs a held seat of its license, and each one that keeps a place needs a free place. */
export function checkDevices(picture: Picture): Fault[] {
  return judgeDevices(picture).faults;
}

/**
 * Returns the ids of exported devices (those with `fingerprint_hash`) that cannot be live after the import, because their seat or
 * their place is gone. They are imported as ended, so that an export always loads and no license gets more devices than it may have.
 */
export function displacedDevices(picture: Picture): ReadonlySet<string> {
  return judgeDevices(picture).displaced;
}

function judgeDevices(picture: Picture): { readonly faults: Fault[]; readonly displaced: ReadonlySet<string> } {
  const places = new Places(picture);
  const heldSeats = heldSeatsOf(picture);
  const sameDevices = new Map<string, string>();
  const displaced = new Set<string>();
  const faults = picture.fresh.activation.flatMap((line): Fault[] => {
    const missing = [
      ...missingLicense(picture, line.line, "license", line.fields.license),
      ...missingAccount(picture, line.line, "username", line.fields.username),
    ];
    if (missing.length > 0) return missing;
    const seat = heldSeats.get(`${line.fields.license} ${line.fields.username}`) ?? null;
    const fault =
      faultOfFile(line, picture) ??
      (line.fields.username === null ? faultOfKey(line, picture) : faultOfSeat(line, seat, picture)) ??
      faultOfTwin(line, seat, sameDevices) ??
      places.take(line, seat);
    if (fault === null) return [];
    if (line.fields.fingerprint !== null) return [{ line: line.line, ...fault }];
    if (line.fields.ended === null) displaced.add(line.key);
    places.keep(line, seat);
    return [];
  });
  return { faults, displaced };
}

type DeviceFault = Omit<Fault, "line">;

/** Returns the id of each held seat by `<license> <account name>`. */
function heldSeatsOf({ fresh, known }: Picture): Map<string, string> {
  const seats = new Map(known.devices.heldSeats);
  for (const { key, fields } of fresh.seat) {
    if (fields.username !== null) seats.set(`${fields.license} ${fields.username}`, key);
  }
  return seats;
}

function faultOfSeat({ fields }: Device, held: string | null, picture: Picture): DeviceFault | null {
  const { license, username, seat, ended } = fields;
  if (ended !== null || (held !== null && (seat === null || seat === held))) return null;
  if (held === null) {
    // The seat may be in a faulty line, which has a fault of its own.
    if (licenseOf(picture, license) === null || (seat !== null && picture.isBroken("seat", seat))) return null;
    const message = `"${username}" holds no seat of license "${license}"; add the seat, or say when the device ended`;
    return { field: "username", message };
  }
  return { field: "seat", message: `"${seat}" is not the seat of "${username}", which is "${held}"; leave it out` };
}

/** Refuses a device that was activated by key if its license has no key, or its product is not activated by key. */
function faultOfKey({ fields: { license: id, ended } }: Device, picture: Picture): DeviceFault | null {
  const license = licenseOf(picture, id);
  if (license === null) return null;
  if (license.key === null) {
    return {
      field: "username",
      message: `is missing, and "${id}" has no key; name the holder of its seat, or add the key`,
    };
  }
  if (ended !== null || picture.terms.activationRules(license.product_id)?.byKey === true) return null;
  const message = `is missing, and keys of ${license.product_id} activate nothing; name the holder, or set byKey in the brand`;
  return { field: "username", message };
}

const DAY_MS = 86_400_000;

/** Refuses a machine file that works for too long, because the device keeps its place until the end of the file. */
function faultOfFile({ fields }: Device, { terms }: Picture): DeviceFault | null {
  const { fingerprint, offline_until: until } = fields;
  const latest = terms.now.getTime() + OFFLINE_DAYS_MAX * DAY_MS;
  if (fingerprint === null || until === null || until.getTime() <= latest) return null;
  return { field: "offline_until", message: `lies more than ${OFFLINE_DAYS_MAX} days ahead; no file works for longer` };
}

/** A device can be live only once in a seat, and once by the key of a license. */
function faultOfTwin({ key, fields }: Device, held: string | null, known: Map<string, string>): DeviceFault | null {
  if (fields.ended !== null) return null;
  const where = fields.username === null ? `key of ${fields.license}` : held;
  const other = firstWith(known, `${where} ${fields.fingerprint ?? fields.fingerprint_hash}`, key);
  if (other === undefined) return null;
  const field = fields.fingerprint === null ? "fingerprint_hash" : "fingerprint";
  const once = fields.username === null ? "by the key of a license" : "in a seat";
  return { field, message: `is that of device "${other}" too; a device is live once ${once}` };
}

/** The places of licenses, taken by the database's devices first and then by those of the file in the order of its lines. */
class Places {
  readonly #picture: Picture;
  readonly #raisedLimits: ReadonlyMap<string, RaisedLimit>;
  readonly #inLicense = new Map<string, number>();
  readonly #inSeat = new Map<string, number>();

  constructor(picture: Picture) {
    const { known, terms } = picture;
    this.#picture = picture;
    this.#raisedLimits = raisedLimitsOf(picture);
    for (const { license_id: license, seat_id: seat, ended_at: endedAt, offline_until: offlineUntil } of known.devices
      .taken) {
      if (keepsPlace({ endedAt, offlineUntil }, terms.now)) this.#count(license, seat);
    }
  }

  #count(license: string, seat: string | null): void {
    this.#inLicense.set(license, (this.#inLicense.get(license) ?? 0) + 1);
    if (seat !== null) this.#inSeat.set(seat, (this.#inSeat.get(seat) ?? 0) + 1);
  }

  /** Takes a place if the device keeps one. Returns a fault if none is free. */
  take({ fields }: Device, held: string | null): DeviceFault | null {
    const { license: id, ended: endedAt, offline_until: offlineUntil } = fields;
    const { terms } = this.#picture;
    const license = licenseOf(this.#picture, id);
    if (license === null || !keepsPlace({ endedAt, offlineUntil }, terms.now)) return null;
    const rules = terms.activationRules(license.product_id);
    if (rules === null) {
      const message = `"${id}" is of product ${license.product_id}, which has no devices; the brand's products say which have`;
      return { field: "license", message };
    }
    const seat = fields.seat ?? held;
    const limit = deviceLimit(rules, this.#raisedLimits.get(id) ?? null, terms.now);
    const inSeat = seat === null ? 0 : (this.#inSeat.get(seat) ?? 0);
    const taken = { inLicense: this.#inLicense.get(id) ?? 0, inSeat };
    if (hasPlace(rules.counts, limit, license.total_seats, taken)) {
      this.#count(id, seat);
      return null;
    }
    const each = rules.counts === "seat" ? "each of its seats" : "it";
    const message = `"${id}" has no place left; ${each} may have ${limit === 1 ? "1 device" : `${limit} devices`}, and one that ended counts until offline_until`;
    return { field: "license", message };
  }

  /** Takes a place for an ended device if its file still works, even where none is free. */
  keep({ fields }: Device, held: string | null): void {
    const { license, offline_until: offlineUntil } = fields;
    const { now } = this.#picture.terms;
    if (offlineUntil !== null && offlineUntil > now) this.#count(license, fields.seat ?? held);
  }
}

function raisedLimitsOf({ known, fresh }: Picture): Map<string, RaisedLimit> {
  const limits = new Map(known.devices.raisedLimits);
  for (const { key, fields } of fresh.license) {
    const { activation_limit: limit, activation_limit_until: until } = fields;
    if (limit !== null && until !== null) limits.set(key, { limit, until });
  }
  return limits;
}

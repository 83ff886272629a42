import { addressKey, isAddress } from "@foyer/domain/addresses";
import { DEVICE_TEXT_MAX, foreignFingerprint } from "@foyer/domain/offline-request";
import type { z } from "zod";
import { lineSchemas, type LineType, type Row } from "../lines.ts";
import { lineText } from "../write.ts";
import type { ConvertReport } from "./convert-report.ts";
import type { RowPlace } from "./export-rows.ts";
import { accountNameFor } from "./moved-names.ts";
import type { KnownNames, Product, Products } from "./products.ts";
import { type DateOptions, shopDate } from "./shop-dates.ts";

/** A license of the shop. Texts are as the export has them; "" is absent. */
export interface Sale {
  readonly place: RowPlace;
  /** The id of the license here. The same in each export, because an import recognizes it by its id. */
  readonly id: string;
  readonly address: string;
  /** Codes of the product, the most exact one first. */
  readonly products: readonly string[];
  readonly productName: string;
  readonly key: string;
  readonly seats: string;
  /** Maximum number of devices; "unlimited", or "" where the product's limit applies. */
  readonly limit: string;
  readonly ends: string;
  readonly bought: string;
  /** A remark for the report. */
  readonly why?: string;
  readonly username?: string;
  readonly passwordHash?: string;
}

export interface ShopDevice {
  readonly place: RowPlace;
  readonly id: string;
  /** Id of the license here. */
  readonly license: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly platform: string;
  readonly created: string;
  readonly seen: string;
}

/** A key without a person: the person who registers it gets the license. */
export interface LooseKey extends Pick<Sale, "place" | "key" | "products" | "productName" | "seats"> {
  readonly owner: string;
}

/** Devices of a license without a limit. */
const UNLIMITED = 1_000;
/** End of the limits that are taken from the shop: they do not end. */
const LIMITS_END = "2100-01-01T00:00:00Z";

interface MovedLicense {
  readonly username: string;
  /** Places that are left; null if the brand decides, "none" if the product has no devices. */
  places: number | "none" | null;
}

export interface MoveSetting {
  readonly products: Products;
  readonly subscriptions: ReadonlyMap<string, string>;
  readonly known: KnownNames;
  readonly dates: DateOptions;
  readonly now: Date;
  readonly report: ConvertReport;
  /** SHA-256 in base64url. */
  readonly digest: (text: string) => string;
  /** Receives the text of an import line. */
  readonly write: (text: string) => void;
}

/** A row that cannot be taken, with the reason. */
class LeftOut extends Error {
  readonly particulars: string;

  constructor(kind: string, particulars = "") {
    super(kind);
    this.particulars = particulars;
  }
}

/** Writes the import lines of a shop's licenses and devices. Each line is valid by itself, and no key is there twice. */
export class MovedLines {
  readonly #setting: MoveSetting;
  readonly #schemas: ReturnType<typeof lineSchemas>;
  readonly #keys = new Set<string>();
  readonly #devices = new Set<string>();
  readonly #licenses = new Map<string, MovedLicense>();
  /** A date that only the operator can read, as the first row with one has it. */
  dateFault: string | null = null;

  constructor(setting: MoveSetting) {
    this.#setting = setting;
    this.#schemas = lineSchemas(setting.now);
  }

  sale(sale: Sale): void {
    this.#guarded(sale.place, () => {
      const product = this.#product(sale);
      if (this.#licenses.has(sale.id)) throw new LeftOut("the license is there twice", sale.id);
      const limit = limitOf(sale.limit, product);
      const account = this.#account(sale);
      const license = this.#line("license", {
        id: sale.id,
        owners: [account.username],
        product_id: product.productId,
        description: product.description,
        total_seats: seatsOf(sale.seats),
        expires_date: this.#setting.subscriptions.has(sale.id) ? null : this.#time(sale.place, sale.ends, "end"),
        registration_date: this.#time(sale.place, sale.bought, "start"),
        key: this.#newKey(sale.key),
        ...(limit === null || limit === "none" || limit === product.limit
          ? {}
          : { activation_limit: limit, activation_limit_until: LIMITS_END }),
      });
      const seat = { id: `${sale.id}-1`, license: sale.id, username: account.username, created: license.registration };
      this.#setting.write(account.text + license.text + this.#line("seat", seat).text + this.#subscription(sale.id));
      this.#setting.known.byAddress.set(addressKey(sale.address), account.username);
      this.#setting.known.taken.add(account.username);
      if (sale.key !== "") this.#keys.add(sameKey(sale.key));
      const places = product.limit === "none" ? "none" : (limit ?? product.limit);
      this.#licenses.set(sale.id, { username: account.username, places });
      this.#setting.report.taken(sale.place, `license ${sale.id} of ${account.username}`, sale.why);
    });
  }

  looseKey(key: LooseKey): void {
    this.#guarded(key.place, () => {
      const product = this.#product(key);
      const { text } = this.#line("license_key", {
        key: this.#newKey(key.key),
        owner: key.owner,
        product_id: product.productId,
        description: product.description,
        seats: seatsOf(key.seats),
      });
      this.#setting.write(text);
      this.#keys.add(sameKey(key.key));
      this.#setting.report.taken(key.place, "key", "no person is known: who registers it gets the license");
    });
  }

  device(device: ShopDevice): void {
    this.#guarded(device.place, () => {
      const { digest } = this.#setting;
      const license = this.#licenses.get(device.license);
      if (!license) throw new LeftOut("the device's license was not taken", device.license);
      if (license.places === "none") throw new LeftOut("products.csv says that the product has no devices");
      if (license.places === 0) throw new LeftOut("its license has no more places", device.license);
      if (device.fingerprint === "") throw new LeftOut("the device has no fingerprint");
      const fingerprint = foreignFingerprint(device.fingerprint, digest);
      const marks = fingerprint === device.id ? [device.id] : [device.id, `${device.license} ${fingerprint}`];
      if (marks.some((mark) => this.#devices.has(mark))) throw new LeftOut("the device is there twice", device.id);
      const created = this.#time(device.place, device.created, "start");
      const { text } = this.#line("activation", {
        id: device.id,
        license: device.license,
        username: license.username,
        fingerprint,
        name: shortened(device.name, DEVICE_TEXT_MAX.name),
        platform: shortened(device.platform, DEVICE_TEXT_MAX.platform),
        created,
        last_seen: this.#time(device.place, device.seen, "start") ?? created,
      });
      this.#setting.write(text);
      for (const mark of marks) this.#devices.add(mark);
      if (license.places !== null) license.places -= 1;
      this.#setting.report.taken(device.place, `device ${device.id} of ${license.username}`);
    });
  }

  #guarded(place: RowPlace, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      this.#setting.report.leftOut(place, error.message, error.particulars);
    }
  }

  #product({ products, productName }: Pick<Sale, "products" | "productName">): Product {
    const found = this.#setting.products.find(products, productName);
    if (found === null) throw new LeftOut("its product is not in products.csv", products[0]);
    if (found === "left out") throw new LeftOut("products.csv leaves its product out", products[0]);
    return found;
  }

  /** Returns the account's name, and its line if no earlier row gave it. */
  #account({ place, address, username: wanted, passwordHash, bought }: Sale) {
    const key = addressKey(address);
    if (!isAddress(address)) throw new LeftOut("its address is not valid", address);
    const { byAddress, taken } = this.#setting.known;
    const known = byAddress.get(key);
    if (known !== undefined) return { username: known, text: "" };
    const username = wanted || accountNameFor(key);
    if (taken.has(username)) throw new LeftOut("another person has its account name", username);
    const created = this.#time(place, bought, "start");
    const hash = passwordHash ? { password_hash: passwordHash } : {};
    const { text } = this.#line("account", { username, email: address, created, same_address: true, ...hash });
    return { username, text };
  }

  #subscription(license: string): string {
    const id = this.#setting.subscriptions.get(license);
    return id === undefined ? "" : this.#line("subscription", { license, id }).text;
  }

  #newKey(key: string): string | null {
    if (this.#keys.has(sameKey(key))) throw new LeftOut("its key is there twice");
    return key === "" ? null : key;
  }

  #time(place: RowPlace, text: string, edge: "start" | "end"): string | null {
    if (text === "") return null;
    const { dates, report } = this.#setting;
    const date = shopDate(text, edge, dates);
    if (date === "order") {
      this.dateFault ??= `${place.file}:${place.row}: "${text}" can be read in two ways; say --dates mdy (month first) or --dates dmy`;
      throw new LeftOut("its date can be read in two ways", text);
    }
    if (date === null) throw new LeftOut("a date is not understood", text);
    if (!date.hasZone) report.note(`${place.file}: a date without a zone was read as ${zoneName(dates.zoneMinutes)}`);
    return date.at.toISOString();
  }

  /** Returns a valid line as text. Leaves the row out if the schema refuses it. */
  #line<Type extends LineType>(type: Type, fields: Readonly<Record<string, unknown>>) {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    const read: z.ZodSafeParseResult<unknown> = this.#schemas[type].safeParse(given);
    if (read.success) {
      // The schema of this type has parsed it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { text: lineText(type, read.data as Row<Type>), registration: given["registration_date"] ?? null };
    }
    const [issue] = read.error.issues;
    throw new LeftOut(`${type}: ${issue?.path.join(".")} is not valid`, issue?.message);
  }
}

/** Keys that apps treat as one: they ignore case and dashes. */
const sameKey = (key: string): string => key.toUpperCase().replaceAll("-", "");

function seatsOf(text: string): number {
  return text === "" || text === "0" ? 1 : Number(text);
}

function limitOf(text: string, { limit }: Product): number | "none" | null {
  if (limit === "none" || text === "") return limit;
  const number = text === "unlimited" || text === "0" ? UNLIMITED : Number(text);
  return number > UNLIMITED ? UNLIMITED : number;
}

function shortened(text: string, longest: number): string | null {
  return text === "" ? null : Array.from(text).slice(0, longest).join("").trim();
}

function zoneName(minutes: number): string {
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((each) =>
    String(each).padStart(2, "0"),
  );
  return `UTC${minutes < 0 ? "-" : "+"}${hours}:${rest}`;
}

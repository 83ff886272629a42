/** What a client needs. */
export interface LicenseClientOptions {
  /** The portal's address: `https://accounts.example.com`. */
  readonly portal: string;
  /** Ed25519 keys in hexadecimal digits, from your build and never from the user. */
  readonly publicKeys: readonly string[];
  /** What tells this device apart: 16 to 128 of `[A-Za-z0-9_-]`. */
  readonly fingerprint: string;
  /** An access token with the scope `licenses`. An error with a `status` of 4xx is a sign-in that has ended. */
  readonly token: () => Promise<string>;
  /** Keeps one text on this device. */
  readonly store: { load(): Promise<string | null>; save(text: string): Promise<void> };
  /** Days for which the last good answer counts while nobody answers; 7 unless told. */
  readonly graceDays?: number;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A device, as the service offers to free it. */
export interface OtherDevice {
  readonly id: string;
  readonly name: string | null;
  readonly platform: string | null;
  readonly last_seen: string;
  readonly offline_until: string | null;
}

/** `UNREACHABLE`: nobody answered, and the days of grace are over. */
export type Code = string;

export interface Verdict {
  readonly valid: boolean;
  readonly code: Code;
  /** True if nobody answered, and the last good answer or a file counts. */
  readonly offline: boolean;
}

/** The service refused, and why: `code` 15001 no seat, 15002 all devices in use, 15003 not offered, 15005 no frees left. */
export class LicenseError extends Error {
  readonly status: number;
  readonly code: number;
  /** With 15002: the own devices, of which one can be replaced. */
  readonly activations: readonly OtherDevice[];

  constructor(status: number, body: { code?: number; message?: string; activations?: OtherDevice[] }) {
    super(body.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = body.code ?? status;
    this.activations = body.activations ?? [];
  }
}

/** Nobody answered: the network, a proxy or the service is away. */
export class Unreachable extends Error {}

/** What a file says, once its signature is checked. */
export interface MachineFile extends Verdict {
  readonly expiry: string | null;
  readonly productId: string | null;
}

interface Kept {
  activation?: string | null;
  /** Highest time seen. */
  seen?: number;
  /** When an answer was last good. */
  good?: number;
  /** End of what was paid then. */
  until?: number | null;
}

interface Payload {
  data: { attributes: { fingerprint: string } };
  included: { type: string; attributes: { metadata: { product_id: string } } }[];
  meta: { issued: string; expiry: string };
}

const DAY = 86_400_000;
/** Maximum length of a file. A real one has less than 2,000 characters. */
const FILE_MAX = 65_536;
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (byte) => byte.codePointAt(0) ?? 0);
const hexBytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** True for answers that are none: somebody may answer later. */
const isAway = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** A client. It keeps nothing but what `store` keeps. */
class LicenseClient {
  readonly #options: LicenseClientOptions;
  readonly #now: () => number;

  constructor(options: LicenseClientOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async #load(): Promise<Kept> {
    try {
      const kept: unknown = JSON.parse((await this.#options.store.load()) ?? "{}");
      return typeof kept === "object" ? { ...kept } : {};
    } catch {
      return {};
    }
  }

  async #keep(change: Kept): Promise<void> {
    await this.#options.store.save(JSON.stringify({ ...(await this.#load()), ...change }));
  }

  /** The time, never before the highest one seen. */
  async #time(): Promise<number> {
    const { seen = 0 } = await this.#load();
    const at = Math.max(this.#now(), seen);
    if (at > seen) await this.#keep({ seen: at });
    return at;
  }

  async #call(method: string, path: string, body?: object): Promise<Response> {
    const { portal, token, fetch: send = fetch } = this.#options;
    let answer: Response;
    try {
      const headers = { authorization: `Bearer ${await token()}`, "content-type": "application/json" };
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      answer = await send(`${portal}/api/1.1/activations/${path}`, init);
    } catch (error) {
      // A sign-in that has ended is an answer, and no network that is away: what refreshes tokens tells its status.
      const { status, message } = error as { status?: unknown; message?: string };
      if (typeof status === "number" && !isAway(status))
        throw new LicenseError(status, { ...(message && { message }) });
      throw new Unreachable("nobody answers", { cause: error });
    }
    if (answer.ok) return answer;
    if (isAway(answer.status)) throw new Unreachable(`HTTP ${answer.status}`);
    throw new LicenseError(answer.status, await answer.json().catch(() => ({})));
  }

  /** The last good answer, while nobody gives another. */
  async #grace(): Promise<Verdict> {
    const at = await this.#time();
    const { good, until = null } = await this.#load();
    const lasts = (this.#options.graceDays ?? 7) * DAY;
    // A good answer from the future was written by the user, not by this client.
    const isGood = typeof good === "number" && good <= at && at - good <= lasts;
    const valid = isGood && (until === null || at < until);
    return { valid, code: valid ? "VALID" : "UNREACHABLE", offline: true };
  }

  /** Activates this device, in place of another where told. @throws LicenseError, Unreachable. */
  async activate(
    of: { product_id: string } | { registration_id: string },
    device: { name?: string; platform?: string; app_version?: string; replace?: string } = {},
  ): Promise<string> {
    const answer = await this.#call("POST", "", { ...of, ...device, fingerprint: this.#options.fingerprint });
    const { activation } = (await answer.json()) as { activation: { id: string } };
    await this.#keep({ activation: activation.id, good: await this.#time(), until: null });
    return activation.id;
  }

  /** Asks whether this device may be used; without an answer the last good one counts for some days. */
  async validate(appVersion?: string): Promise<Verdict> {
    const { activation } = await this.#load();
    if (!activation) return { valid: false, code: "NOT_ACTIVATED", offline: false };
    try {
      const body = { fingerprint: this.#options.fingerprint, ...(appVersion ? { app_version: appVersion } : {}) };
      const answer = await this.#call("POST", `${activation}/validate/`, body);
      const said = (await answer.json()) as { valid: boolean; code: string; valid_until: string | null };
      const { valid, code, valid_until: until } = said;
      // What was refused once has no grace.
      const good = valid ? await this.#time() : 0;
      await this.#keep({ good, until: until === null ? null : Date.parse(until) });
      return { valid, code, offline: false };
    } catch (error) {
      if (error instanceof Unreachable) return this.#grace();
      if (!(error instanceof LicenseError)) throw error;
      await this.#keep({ good: 0 });
      return { valid: false, code: error.status === 404 ? "DEACTIVATED" : "REFUSED", offline: false };
    }
  }

  /** Frees this device. @throws LicenseError, Unreachable. */
  async free(): Promise<void> {
    const { activation } = await this.#load();
    if (activation) await this.#call("DELETE", `${activation}/`);
    await this.#keep({ activation: null, good: 0 });
  }

  /** A file by which the app works without network for so many days. @throws LicenseError, Unreachable. */
  async file(days: number, encrypted = false): Promise<string> {
    const { activation = "" } = await this.#load();
    const body = { days, fingerprint: this.#options.fingerprint, encrypted };
    return (await this.#call("POST", `${activation}/file/`, body)).text();
  }

  /** Checks a file. @param licenseKey opens an encrypted one. */
  async verify(file: string, licenseKey = ""): Promise<MachineFile> {
    const { fingerprint, publicKeys } = this.#options;
    const payload = await readFile(file, publicKeys, licenseKey + fingerprint).catch(() => "UNREADABLE");
    if (typeof payload === "string") return refused(payload);
    const { issued, expiry } = payload.meta;
    // A file from tomorrow: the clock was set back since.
    if (Date.parse(issued) > this.#now() + DAY) return refused("CLOCK_SET_BACK");
    if (payload.data.attributes.fingerprint !== fingerprint) return refused("FINGERPRINT_MISMATCH");
    await this.#keep({ seen: Math.max(await this.#time(), Date.parse(issued)) });
    if (!(Date.parse(expiry) > (await this.#time()))) return refused("EXPIRED");
    const license = payload.included.find(({ type }) => type === "licenses");
    const productId = license?.attributes.metadata.product_id ?? null;
    return { valid: true, code: "VALID", offline: true, expiry, productId };
  }

  /** What `/activate-offline` takes, of a device without network. */
  requestCode(product: string, name?: string, platform?: string): string {
    const { fingerprint } = this.#options;
    const said = new TextEncoder().encode(JSON.stringify({ v: 1, product, fingerprint, name, platform }));
    const base64 = btoa(String.fromCodePoint(...said));
    return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
}

export const licenseClient = (options: LicenseClientOptions): LicenseClient => new LicenseClient(options);

const refused = (code: Code): MachineFile => ({ valid: false, code, offline: true, expiry: null, productId: null });

/** What a file says, or why it says nothing. @throws where it is no file. */
async function readFile(file: string, publicKeys: readonly string[], secret: string): Promise<Payload | Code> {
  if (file.length > FILE_MAX) return "UNREADABLE";
  const body = file.replaceAll(/-----(BEGIN|END) MACHINE FILE-----|\s/g, "");
  const { enc, sig, alg } = JSON.parse(new TextDecoder().decode(bytesOf(body))) as Record<string, string>;
  const isEncrypted = alg === "aes-256-gcm+ed25519";
  if (!enc || !sig || (!isEncrypted && alg !== "base64+ed25519")) return "UNREADABLE";
  if (!(await isSigned(publicKeys, `machine/${enc}`, bytesOf(sig)))) return "BAD_SIGNATURE";
  const text = isEncrypted ? await opened(enc, secret) : bytesOf(enc);
  return JSON.parse(new TextDecoder().decode(text)) as Payload;
}

async function isSigned(keys: readonly string[], text: string, signature: BufferSource): Promise<boolean> {
  const said = new TextEncoder().encode(text);
  for (const hex of keys) {
    const key = await crypto.subtle.importKey("raw", hexBytes(hex), "Ed25519", false, ["verify"]);
    if (await crypto.subtle.verify("Ed25519", key, signature, said)) return true;
  }
  return false;
}

/** Ciphertext, nonce and tag with dots between them. */
async function opened(enc: string, secret: string): Promise<ArrayBuffer> {
  const [text = "", iv = "", tag = ""] = enc.split(".");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  const key = await crypto.subtle.importKey("raw", hash, "AES-GCM", false, ["decrypt"]);
  const whole = new Uint8Array([...bytesOf(text), ...bytesOf(tag)]);
  return crypto.subtle.decrypt({ name: "AES-GCM", iv: bytesOf(iv) }, key, whole);
}

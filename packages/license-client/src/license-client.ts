/** Options of a client. */
export interface LicenseClientOptions {
  /** The portal's address: `https://accounts.example.com`. */
  readonly portal: string;
  /** Ed25519 keys in hexadecimal digits, from your build and never from the user. */
  readonly publicKeys: readonly string[];
  /** Identifies this device: 16 to 128 of `[A-Za-z0-9_-]`. */
  readonly fingerprint: string;
  /** An access token with the scope `licenses`. It throws an error with a `status` of 4xx after the sign-in has ended. */
  readonly token: () => Promise<string>;
  /** Refuses files of every other product: `TASK`, or `TASK-3` for one version alone. */
  readonly product?: string;
  /** Stores one text on this device; a store that fails counts as empty. `save` must be atomic: write a new file, and rename it. */
  readonly store: { load(): Promise<string | null>; save(text: string): Promise<void> };
  /** Days for which the last good answer counts while the portal does not answer; 7 by default. */
  readonly graceDays?: number;
  /** Milliseconds after which a portal that does not answer counts as unreachable; 15,000 by default. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A device that could be freed for this one. */
export interface OtherDevice {
  readonly id: string;
  readonly name: string | null;
  readonly platform: string | null;
  readonly last_seen: string;
  readonly offline_until: string | null;
}

/** Why this device may be used or not. */
export type Code =
  // Of the portal.
  | "VALID"
  | "NO_SEAT"
  | "ENDED"
  | "EXPIRED"
  | "SUSPENDED"
  | "DEACTIVATED"
  | "FINGERPRINT_MISMATCH"
  | "VERSION_NOT_COVERED"
  /** The store knows of no activation. */
  | "NOT_ACTIVATED"
  /** The portal refused the call, such as after the end of the sign-in. */
  | "REFUSED"
  /** The service did not answer, and the days of grace are over. */
  | "UNREACHABLE"
  // Of a file.
  /** No file, half of one, or encrypted with another license key; or this browser knows no Ed25519. */
  | "UNREADABLE"
  /** Changed, or signed with none of `publicKeys`. */
  | "BAD_SIGNATURE"
  | "OTHER_PRODUCT"
  | "CLOCK_SET_BACK"
  /** Codes of later portals. */
  | (string & {});

export interface Verdict {
  readonly valid: boolean;
  readonly code: Code;
  /** True if the verdict comes from the last good answer or a file, because the portal did not answer. */
  readonly offline: boolean;
}

/** A refusal of the portal: `code` 15001 no seat, 15002 all devices in use, 15003 not offered, 15005 no frees left. */
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

/** No answer: the network, a proxy or the portal is down. */
export class Unreachable extends Error {}

/** The content of a file with a valid signature, and the verdict. */
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

/** Answer of `validate/`. */
interface Validation {
  valid: boolean;
  code: Code;
  valid_until: string | null;
  next_check: string;
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

/** True for a status that a later attempt may change. */
const isAway = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** The answer is not the portal's, such as a page of the network, or it broke off. */
const noAnswer = (cause?: unknown): never => {
  throw new Unreachable("nobody answers", { cause });
};

/** Rejects after that time. */
const silence = (ms: number): Promise<never> =>
  new Promise((_, fail) => AbortSignal.timeout(ms).addEventListener("abort", () => fail(new Error("nobody answers"))));

/** A client. It stores only in `store`. */
class LicenseClient {
  readonly #options: LicenseClientOptions;
  readonly #now: () => number;
  #saving: Promise<unknown> = Promise.resolve();
  /** Changes that the store failed to save. They count until this client ends, so that a full disk blocks nobody. */
  #unsaved: Kept = {};

  constructor(options: LicenseClientOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async #load(): Promise<Kept> {
    try {
      const kept: unknown = JSON.parse((await this.#options.store.load()) ?? "{}");
      return { ...(typeof kept === "object" ? kept : {}), ...this.#unsaved };
    } catch {
      return { ...this.#unsaved };
    }
  }

  /** Stores changes one after the other, so that none is lost. */
  #keep(change: Kept): Promise<void> {
    const saved = this.#saving.then(async () => {
      try {
        await this.#options.store.save(JSON.stringify({ ...(await this.#load()), ...change }));
        this.#unsaved = {};
      } catch {
        this.#unsaved = { ...this.#unsaved, ...change };
      }
    });
    this.#saving = saved;
    return saved;
  }

  /** The highest time seen. */
  async #seen(): Promise<number> {
    const { seen } = await this.#load();
    return typeof seen === "number" ? seen : 0;
  }

  /** The time, never before the highest one seen. */
  async #time(): Promise<number> {
    const seen = await this.#seen();
    const at = Math.max(this.#now(), seen);
    if (at > seen) await this.#keep({ seen: at });
    return at;
  }

  async #call(method: string, path: string, body?: object): Promise<Response> {
    const { portal, token, fetch: send = fetch, timeoutMs = 15_000 } = this.#options;
    let answer: Response;
    try {
      const bearer = await Promise.race([token(), silence(timeoutMs)]);
      const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
      const signal = AbortSignal.timeout(timeoutMs);
      const init = { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) };
      answer = await send(`${portal.replace(/\/+$/, "")}/api/1.1/activations/${path}`, init);
    } catch (error) {
      // `token` failed. An ended sign-in is an answer, not an outage.
      const { status, message } = error as { status?: unknown; message?: string };
      if (typeof status === "number" && !isAway(status))
        throw new LicenseError(status, { ...(message && { message }) });
      return noAnswer(error);
    }
    if (answer.ok) return answer;
    if (isAway(answer.status)) throw new Unreachable(`HTTP ${answer.status}`);
    throw new LicenseError(answer.status, (await answer.json().catch(() => null)) ?? {});
  }

  async #json<Reply>(method: string, path: string, body?: object): Promise<Partial<Reply>> {
    const answer = await this.#call(method, path, body);
    return ((await answer.json().catch(noAnswer)) ?? {}) as Partial<Reply>;
  }

  /** The verdict of the last good answer, while the portal does not answer. */
  async #grace(): Promise<Verdict> {
    const at = await this.#time();
    const { good, until = null } = await this.#load();
    const lasts = (this.#options.graceDays ?? 7) * DAY;
    // A good answer from the future was written by the user, not by this client. Of a clock that was set back no days are known.
    const isGood = typeof good === "number" && good <= at && at - good <= lasts && at - this.#now() <= DAY;
    const valid = isGood && (until === null || at < until);
    return { valid, code: valid ? "VALID" : "UNREACHABLE", offline: true };
  }

  /** Activates this device. @throws LicenseError, Unreachable. */
  async activate(
    of: { product_id: string } | { registration_id: string },
    device: { name?: string; platform?: string; app_version?: string; replace?: string } = {},
  ): Promise<string> {
    const body = { ...of, ...device, fingerprint: this.#options.fingerprint };
    const { activation } = await this.#json<{ activation: { id: string } }>("POST", "", body);
    if (!activation) return noAnswer();
    await this.#keep({ activation: activation.id, good: await this.#time(), until: null });
    return activation.id;
  }

  /** Asks whether this device may be used; without an answer the last good one counts for some days. */
  async validate(appVersion?: string): Promise<Verdict> {
    const { activation } = await this.#load();
    if (!activation) return { valid: false, code: "NOT_ACTIVATED", offline: false };
    try {
      const body = { fingerprint: this.#options.fingerprint, ...(appVersion ? { app_version: appVersion } : {}) };
      const said = await this.#json<Validation>("POST", `${activation}/validate/`, body);
      const { valid, code, valid_until: until, next_check: next } = said;
      if (valid === undefined || code === undefined) return noAnswer();
      const at = await this.#time();
      // The portal wants the next check within a day. A time far beyond it was never reached: the clock was ahead.
      const check = Date.parse(next ?? "");
      const seen = at > check + DAY ? check - DAY : at;
      // After a refusal there is no grace.
      await this.#keep({ seen, good: valid ? seen : 0, until: until ? Date.parse(until) : null });
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
    if (activation) {
      await this.#json("DELETE", `${activation}/`).catch((error: unknown) => {
        // A device that the portal does not know is free.
        if (!(error instanceof LicenseError && error.status === 404)) throw error;
      });
    }
    await this.#keep({ activation: null, good: 0 });
  }

  /** Returns a file with which the app works without network for that many days. @throws LicenseError, Unreachable. */
  async file(days: number, encrypted = false): Promise<string> {
    const { activation } = await this.#load();
    if (!activation) throw new LicenseError(404, { message: "This device is not activated." });
    const body = { days, fingerprint: this.#options.fingerprint, encrypted };
    const text = await (await this.#call("POST", `${activation}/file/`, body)).text().catch(noAnswer);
    return text.startsWith("-----BEGIN MACHINE FILE") ? text : noAnswer();
  }

  /** Checks a file. @param licenseKey opens an encrypted one. */
  async verify(file: string, licenseKey = ""): Promise<MachineFile> {
    const { fingerprint, publicKeys, product } = this.#options;
    const payload = await readFile(file, publicKeys, licenseKey + fingerprint).catch(() => "UNREADABLE");
    if (typeof payload === "string") return refused(payload);
    const { issued, expiry } = payload.meta;
    // A file from tomorrow: the clock was set back since.
    if (Date.parse(issued) > this.#now() + DAY) return refused("CLOCK_SET_BACK");
    if (payload.data.attributes.fingerprint !== fingerprint) return refused("FINGERPRINT_MISMATCH");
    const license = payload.included.find(({ type }) => type === "licenses");
    const productId = license?.attributes.metadata.product_id ?? null;
    if (product !== undefined && !`${productId}-`.startsWith(`${product}-`)) return refused("OTHER_PRODUCT");
    await this.#keep({ seen: Math.max(await this.#time(), Date.parse(issued)) });
    if (!(Date.parse(expiry) > (await this.#time()))) return refused("EXPIRED");
    return { valid: true, code: "VALID", offline: true, expiry, productId };
  }

  /** Returns the code with which a device without network is activated on the portal's page `/activate-offline`. */
  requestCode(product: string, name?: string, platform?: string): string {
    const { fingerprint } = this.#options;
    const said = new TextEncoder().encode(JSON.stringify({ v: 1, product, fingerprint, name, platform }));
    const base64 = btoa(String.fromCodePoint(...said));
    return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
}

export const licenseClient = (options: LicenseClientOptions): LicenseClient => new LicenseClient(options);

const refused = (code: Code): MachineFile => ({ valid: false, code, offline: true, expiry: null, productId: null });

/** Returns the content of a file, or why it is refused. @throws if the text is no file. */
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
  // Texts that are no keys are skipped.
  for (const hex of keys.filter((each) => /^[0-9a-f]{64}$/i.test(each))) {
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

import { accountsCalls, purchaseCalls } from "@foyer/contract/endpoints";
import type { Endpoint } from "@foyer/contract/endpoint";
import { caseCount } from "@foyer/testing/random-cases";
import { freePort, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { steadily } from "./steady-writes.ts";

vi.setConfig({ testTimeout: 240_000 });

/** The longest time that one request may block the event loop, and the largest body. */
const HELD_MS = 50;
const LARGEST = 1_048_576;
/** Kinds of letters that each endpoint gets. */
const LETTERS = caseCount("LETTERS", { usual: 3, torture: 11 });
const MIXTURES = caseCount("MIXTURES", { usual: 600, torture: 10_000 });
/** The same mixtures in every run, unless SEED is set. */
const seed = Number(process.env["SEED"] ?? 46);

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

interface Body {
  readonly what: string;
  readonly type: string;
  readonly text: string | Uint8Array<ArrayBuffer>;
}

/** Joins `part(0)`, `part(1)` and so on, as many as fit into the size. */
function filled(size: number, part: (n: number) => string, between: string): string {
  const parts: string[] = [];
  for (let n = 0, length = 0; ; n++) {
    const one = part(n);
    length += one.length + between.length;
    if (length > size) return parts.join(between);
    parts.push(one);
  }
}

const times = (size: number, text: string): string => text.repeat(Math.max(0, Math.floor(size / text.length)));
const name = (n: number): string => n.toString(36);

/** Shapes that took long, or may; each function makes a body of about that size. */
const shapes: Readonly<Record<string, (size: number) => Omit<Body, "what">>> = {
  "one form field again and again": (size) => ({ type: FORM, text: times(size, "a&") }),
  "one form list": (size) => ({ type: FORM, text: times(size, "username[]=1&") }),
  "forms of distinct fields": (size) => ({ type: FORM, text: filled(size, name, "&") }),
  "a hundred form lists": (size) => ({ type: FORM, text: filled(size, (n) => `f${n % 100}=%61`, "&") }),
  "percents that encode nothing": (size) => ({ type: FORM, text: times(size, "%zz&") }),
  "percents that are no UTF-8": (size) => ({ type: FORM, text: times(size, "%ff&") }),
  "plus signs": (size) => ({ type: FORM, text: `username=${times(size - 9, "+")}` }),
  "a form of one name": (size) => ({ type: FORM, text: times(size, "a") }),
  "a form of nothing": (size) => ({ type: FORM, text: times(size, "&") }),
  "form fields without names": (size) => ({ type: FORM, text: times(size, "=&") }),
  "nested form fields": (size) => ({ type: FORM, text: filled(size, (n) => `a[b][${n % 90}][]=1`, "&") }),
  "lists within lists": (size) => ({ type: JSON_TYPE, text: times(size, "[") }),
  "objects within objects": (size) => ({ type: JSON_TYPE, text: times(size, '{"a":') }),
  "closed lists within lists": (size) => ({ type: JSON_TYPE, text: times(size / 2, "[") + times(size / 2, "]") }),
  "distinct fields": (size) => ({ type: JSON_TYPE, text: `{${filled(size - 2, (n) => `"${name(n)}":1`, ",")}}` }),
  "one field again and again": (size) => ({ type: JSON_TYPE, text: `{${filled(size - 2, () => `"a":1`, ",")}}` }),
  "wrong items of a list": (size) => ({ type: JSON_TYPE, text: `{"seats":[${filled(size - 12, () => "1", ",")}]}` }),
  "a hundred lists": (size) => ({
    type: JSON_TYPE,
    text: `{${filled(size - 2, (n) => `"${name(n)}":[${filled(size / 100 - 8, () => "{}", ",")}]`, ",")}}`,
  }),
  "objects of a hundred fields": (size) => {
    const object = `{${filled(1_000, (n) => `"${name(n % 99)}${n > 98 ? "_" : ""}":1`, ",")}}`;
    return { type: JSON_TYPE, text: `{"seats":[${filled(size - 12, () => object, ",")}]}` };
  },
  "quotes in a text": (size) => ({ type: JSON_TYPE, text: `{"username":"${times(size - 16, String.raw`\"`)}"}` }),
  "escapes in a name": (size) => ({ type: JSON_TYPE, text: `{"${times(size - 8, String.raw`\u0061`)}":1}` }),
  "a long number": (size) => ({ type: JSON_TYPE, text: `{"username":${times(size - 14, "1")}}` }),
  blanks: (size) => ({ type: JSON_TYPE, text: times(size, " ") }),
  "bytes that are no UTF-8": (size) => ({ type: JSON_TYPE, text: new Uint8Array(size).fill(0xff) }),
};

/** The characters of a body's texts. */
const letters: Readonly<Record<string, string>> = {
  letters: "a",
  blanks: " ",
  "at signs": "@",
  dots: "a.",
  addresses: "a@b.c ",
  accents: "e\u0301",
  "wide letters": "Ａ",
  "half letters": "\ud800",
  nothing: "\u0000",
  hyphens: "xn--",
  digits: "9",
};

const open: readonly Endpoint[] = [...Object.values(accountsCalls), ...Object.values(purchaseCalls)].filter(
  ({ access }: Endpoint) => ["open", "provider", "signup"].includes(access),
);

/** Addresses outside of the contract that read bodies of anonymous callers. */
const others = [
  "/err",
  "/sandbox/clock",
  "/sandbox/sync",
  "/sandbox/stripe/v1/customers",
  "/sandbox/3ds/pi_1",
  "/sandbox/webhook_chaos",
  "/sandbox/provider_faults",
  "/api/1.1/nothing/",
  "/nothing",
];
const pathOf = ({ path }: Endpoint): string => path.replaceAll(/:\w+/g, "a");
const doors = [...new Set([...open.filter(({ method }) => method === "POST").map(pathOf), ...others])];

/** Returns a valid body of the endpoint, except that its texts are as long as a body may be. */
function longTexts(endpoint: Endpoint, letter: string): string {
  const names = "shape" in endpoint.body ? Object.keys(endpoint.body.shape as object) : [];
  const weight = JSON.stringify(letter).length - 2;
  const each = Math.floor((LARGEST - 1_000) / Math.max(1, names.length) / Math.max(weight, Buffer.byteLength(letter)));
  return JSON.stringify(Object.fromEntries(names.map((field) => [field, letter.repeat(each)])));
}

let system: RunningSystem;
let probe: string;

beforeAll(async () => {
  const port = await freePort();
  probe = `http://127.0.0.1:${port}/`;
  system = await startFoyer({
    env: {
      NODE_OPTIONS: `--import ${new URL("loop-delay.ts", import.meta.url).href}`,
      LOOP_DELAY_PORT: String(port),
      RATE_LIMITS: "on",
      // Each request has its own network, so that the limits are on but do not hide what a body does.
      TRUSTED_PROXIES: "127.0.0.1",
    },
  });
}, 120_000);
afterAll(() => system.close());

/** Returns the longest time in ms that the loop was blocked since the last call. */
const heldMs = async (): Promise<number> => Number(await (await fetch(probe)).text());

let asked = 0;
async function send(address: string, { type, text }: Body): Promise<number> {
  asked += 1;
  const from = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
  const headers = { "content-type": type, "x-forwarded-for": from };
  const answer = await fetch(`${system.url}${address}`, { method: "POST", headers, body: text });
  await answer.arrayBuffer();
  return answer.status;
}

/**
 * Returns the fault in that body's answer, or null. Sends a body again if it blocked the loop: one short run is
 * enough.
 */
async function faultOf(address: string, body: Body): Promise<string | null> {
  const held: number[] = [];
  while (held.length < 4) {
    await heldMs();
    const status = await send(address, body);
    held.push(await heldMs());
    if (status >= 500) return `${address.slice(0, 100)} ${body.what}: ${status}`;
    if ((held.at(-1) ?? 0) <= HELD_MS) return null;
  }
  return `${address.slice(0, 100)} ${body.what}, ${body.text.length} bytes: held the loop for ${held.map(Math.round).join(", ")} ms`;
}

async function expectShort(sent: readonly (readonly [string, Body])[]): Promise<void> {
  const faults: (string | null)[] = [];
  for (const [address, body] of sent) faults.push(await faultOf(address, body));
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
}

const LANES = 4;

/** Sends many bodies, some concurrently, and checks single bodies where the loop was blocked. */
async function expectAllShort(sent: readonly (readonly [string, Body])[]): Promise<void> {
  await heldMs();
  const lane = async (start: number): Promise<void> => {
    for (let n = start; n < sent.length; n += LANES) {
      const [address, body] = sent[n] ?? [];
      if (address && body) expect(await send(address, body), `${address} ${body.what}`).toBeLessThan(500);
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)));
  if ((await heldMs()) > HELD_MS) await expectShort(sent);
}

/** Sends a trivial read 50 times a second until stopped. Returns the number of reads and the failures. */
function readBeside(): { stop(): Promise<{ asked: number; failures: string[] }> } {
  const failures: string[] = [];
  let reads = 0;
  const read = async (): Promise<void> => {
    reads += 1;
    try {
      const answer = await fetch(`${system.url}/api/v2/get_conf`, { signal: AbortSignal.timeout(1_000) });
      await answer.arrayBuffer();
      if (answer.status !== 200) failures.push(String(answer.status));
    } catch (error) {
      failures.push(String(error));
    }
  };
  const stop = steadily(50, read);
  return {
    stop: async () => {
      await stop();
      return { asked: reads, failures };
    },
  };
}

test.each(Object.keys(shapes))("R-46 a body of 1 MiB does not hold the event loop: %s", async (what) => {
  const make = shapes[what];
  if (!make) throw new Error("there is no such shape");
  const body: Body = { what, ...make(LARGEST - 16) };
  const readers = readBeside();
  const addresses = ["/api/1.1/signin/", "/api/v2/webhook", "/err", "/sandbox/stripe/v1/customers", "/sandbox/clock"];
  await expectShort(addresses.map((address) => [address, body]));
  const { failures } = await readers.stop();
  expect(failures).toEqual([]);
});

test("R-46 R-48 every anonymous endpoint handles bodies at the limit without a fault and without blocking the event loop", async () => {
  expect(doors.length).toBeGreaterThan(15);
  const all = Object.entries(letters);
  for (const [at, endpoint] of open.filter(({ method }) => method === "POST").entries()) {
    // Each endpoint gets other letters, and each letter meets several endpoints.
    const own = all.filter((_, n) => (n + at * LETTERS) % all.length < LETTERS);
    const bodies = own.map(([what, letter]): readonly [string, Body] => [
      pathOf(endpoint),
      { what: `${endpoint.name}, ${what}`, type: JSON_TYPE, text: longTexts(endpoint, letter) },
    ]);
    await expectShort(bodies);
  }
});

test.each(["a", "a@", "%40", "a.", "/"])("R-46 R-48 a long path of %j does not block the event loop", async (part) => {
  const long = times(15_000, part);
  const body = { what: "of 15,000 characters", type: JSON_TYPE, text: "{}" };
  await expectShort([`/${long}`, `/api/1.1/invitations/${long}/`, `/i/${long}`].map((address) => [address, body]));
});

/** Returns a pseudo-random generator with the same numbers in every run (mulberry32). */
function numbersFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(`R-46 of ${MIXTURES} mixtures over all anonymous doors none is a fault or holds the event loop (seed ${seed})`, async () => {
  const random = numbersFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const made = Object.entries(shapes);
  /** Mostly small sizes; one of a hundred is as large as a body may be. */
  const sizeOf = (): number => (random() < 0.01 ? LARGEST - 16 : Math.floor(2 ** (4 + 12 * random())));
  const mixture = (): readonly [string, Body] => {
    const [[one, make], [other, makeOther]] = [pick(made), pick(made)];
    const [first, second] = [make(sizeOf()), makeOther(64)];
    const cut = Math.floor(random() * first.text.length);
    const text = [
      () => first.text,
      () => new Uint8Array(Buffer.concat([Buffer.from(first.text.slice(0, cut)), Buffer.from(second.text)])),
    ];
    return [pick(doors), { what: `${one} with ${other}`, type: pick([first.type, second.type]), text: pick(text)() }];
  };
  const readers = readBeside();
  for (let sent = 0; sent < MIXTURES; sent += 100) await expectAllShort(Array.from({ length: 100 }, mixture));
  const { asked: reads, failures } = await readers.stop();
  expect(failures).toEqual([]);
  expect(reads).toBeGreaterThan(MIXTURES / 100);
});

import { AWAY } from "../served/early-calls.ts";

/** Pauses after failures in a row, in ms. The two retries of a query, after 0.4 and 0.8 s, fit between the first ones. */
const PAUSES_MS = [300, 700, 3_000, 6_000, 12_000, 20_000];
/** Maximum number of failed calls to a service in a minute. */
const BUDGET = 10;
const MINUTE_MS = 60_000;
/** If this many calls have failed and none has succeeded since, the service is down, and not only one of its calls. */
const FAILING_CALLS = 3;
/** A longer `retry-after` is not believed. */
const LONGEST_WAIT_MS = 300_000;

type Answer = () => Promise<Response>;
type Now = () => number;

/** The failures of one call, or of all calls of a service, since the last answer. */
class Failures {
  /** Returns the last failure again. */
  repeat: Answer | null = null;
  pauseEndsAt = 0;
  /** The call that tries whether there is an answer again. */
  trying: Promise<unknown> | null = null;
  #inRow = 0;
  #hasToWait = false;

  add(now: number, repeat: Answer, waitMs: number | null): void {
    // Calls that failed together are one failure.
    if (this.repeat === null || now >= this.pauseEndsAt || waitMs !== null) {
      this.pauseEndsAt = now + (waitMs ?? PAUSES_MS[Math.min(this.#inRow, PAUSES_MS.length - 1)] ?? 0);
      this.#inRow += 1;
      this.#hasToWait = waitMs !== null;
    }
    this.repeat = repeat;
  }

  /** Ends the pause, unless the service has asked for it. */
  endPause(): void {
    if (!this.#hasToWait) this.pauseEndsAt = 0;
  }
}

interface How {
  readonly isCounted: boolean;
  readonly waitMs: number | null;
  /** The service answers, but not this call. */
  readonly isLimit: boolean;
}

/**
 * Spares a service that does not answer, and a call that has reached a limit (429). After a failure, calls that no person
 * asked for get the last failure again until a pause has ended. Then one call tries, and the others wait for its outcome.
 */
export class Breaker {
  readonly #onMayAnswer: () => void;
  readonly #now: Now;
  #failing = new Map<string, Failures>();
  /** The calls that have failed since the last answer. */
  #silent = new Set<string>();
  #all = new Failures();
  #failedAt: number[] = [];

  /** @param onMayAnswer called when a failing call may be made again. */
  constructor(onMayAnswer: () => void, now: Now = () => performance.now()) {
    this.#onMayAnswer = onMayAnswer;
    this.#now = now;
  }

  /** Makes a call that no person asked for, or returns the last failure again. @param name the call's method and address. */
  async spare(name: string, send: Answer): Promise<Response> {
    let failures = this.#failuresOf(name);
    while (failures?.trying) {
      await failures.trying;
      failures = this.#failuresOf(name);
    }
    if (!failures?.repeat) return await this.watch(name, send());
    if (this.#now() < this.#mayCallAt(failures)) return await failures.repeat();
    const answer = this.watch(name, send());
    failures.trying = answer.catch(() => null);
    try {
      return await answer;
    } finally {
      failures.trying = null;
    }
  }

  /** Learns from the answer of a call. @param isCounted false if several calls share the answer. */
  async watch(name: string, answer: Promise<Response>, isCounted = true): Promise<Response> {
    try {
      const response = await answer;
      const waitMs = waitOf(response);
      const isLimit = response.status === 429 && waitMs !== null;
      if (isLimit || AWAY.includes(response.status))
        this.#failed(name, repeatOf(response, this.#now), { isCounted, waitMs, isLimit });
      else this.#answered(name);
      return response;
    } catch (error) {
      // The page ends its own calls when the person leaves a screen.
      const isOwnEnd = error instanceof DOMException && error.name === "AbortError";
      if (!isOwnEnd) this.#failed(name, () => Promise.reject(error), { isCounted, waitMs: null, isLimit: false });
      throw error;
    }
  }

  /** Ends the pauses, because a person asks or the network is back. A wait that the service asked for stays. */
  endPauses(): void {
    for (const failures of [this.#all, ...this.#failing.values()]) failures.endPause();
  }

  #failuresOf(name: string): Failures | undefined {
    return this.#isDown() ? this.#all : this.#failing.get(name);
  }

  #isDown(): boolean {
    return this.#silent.size >= FAILING_CALLS;
  }

  #mayCallAt({ pauseEndsAt }: Failures): number {
    const oldest = this.#failedAt.length < BUDGET ? undefined : this.#failedAt.at(-BUDGET);
    return Math.max(pauseEndsAt, oldest === undefined ? 0 : oldest + MINUTE_MS);
  }

  #answered(name: string): void {
    const wasDown = this.#isDown();
    this.#silent.clear();
    this.#all = new Failures();
    this.#failing.delete(name);
    if (!wasDown) return;
    this.#failing.clear();
    this.#onMayAnswer();
  }

  #failed(name: string, repeat: Answer, { isCounted, waitMs, isLimit }: How): void {
    const now = this.#now();
    if (isCounted) this.#failedAt = [...this.#failedAt.filter((at) => at > now - MINUTE_MS), now];
    const own = this.#failing.get(name) ?? new Failures();
    this.#failing.set(name, own);
    own.add(now, repeat, waitMs);
    if (!isLimit) {
      this.#silent.add(name);
      this.#all.add(now, repeat, waitMs);
    }
    setTimeout(this.#onMayAnswer, this.#mayCallAt(this.#failuresOf(name) ?? own) - now);
  }
}

/** Returns how to get the same answer again, with the rest of its `retry-after`. */
function repeatOf(response: Response, now: Now): Answer {
  const first = response.clone();
  const mayCallAt = now() + (waitOf(response) ?? 0);
  return async () => {
    const copy = first.clone();
    const headers = new Headers(copy.headers);
    if (headers.has("retry-after"))
      headers.set("retry-after", String(Math.ceil(Math.max(0, mayCallAt - now()) / 1000)));
    return new Response(await copy.text(), { status: copy.status, headers });
  };
}

/** Returns the wait that a service asks for, in ms; null without one. */
function waitOf(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return Number.isNaN(seconds) ? null : Math.min(seconds * 1000, LONGEST_WAIT_MS);
}

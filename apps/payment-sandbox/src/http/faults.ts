/** A failure to answer with, once or more, to prove that callers converge. */
export interface Fault {
  /** `before` nothing is done, `after` all of it is done and only the answer is lost. */
  when: "before" | "after";
  kind: "error_500" | "rate_limit_429" | "hang" | "reset";
  /** Only calls whose path below `/v1/` begins so; all when absent. */
  path?: string;
  /** Only calls of this method; POST when absent. */
  method?: string;
  /** The failure is what the call's idempotency key answers from then on, as the provider's own do. */
  isKept?: boolean;
  /** How many calls; 1 when absent. */
  times?: number;
  /** Faults that begin when this one has hit a call. */
  afterwards?: readonly Fault[];
}

/** The faults that still wait for a call. They live in the process: a test sets them where it calls. */
export class Faults {
  #waiting: Fault[] = [];

  set(faults: readonly Fault[]): void {
    this.#waiting = faults.map((fault) => ({ ...fault }));
  }

  add(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  /** Takes the first fault that fits the call. */
  take(method: string, path: string): Fault | null {
    const found = this.#waiting.find(
      (fault) => (fault.method ?? "POST") === method && path.startsWith(fault.path ?? ""),
    );
    if (!found) return null;
    found.times = (found.times ?? 1) - 1;
    this.#waiting.push(...(found.afterwards ?? []).map((fault) => ({ ...fault })));
    delete found.afterwards;
    if (found.times <= 0) this.#waiting = this.#waiting.filter((fault) => fault !== found);
    return found;
  }
}

/** A failure to answer calls with, which tests use to prove that callers recover. */
export interface Fault {
  /** `before`: the call has no effect. `after`: the call takes effect and only its answer is lost. */
  when: "before" | "after";
  kind: "error_500" | "rate_limit_429" | "hang" | "reset";
  /** Affects only calls whose path below `/v1/` starts with this; all calls when absent. */
  path?: string;
  /** Affects only calls of this method; POST when absent. */
  method?: string;
  /** Stores the failure under the call's idempotency key, so a repeat gets it again, as it does at the provider. */
  isKept?: boolean;
  /** Number of calls that fail; 1 when absent. */
  times?: number;
  /** Faults that become active when this one has affected a call. */
  afterwards?: readonly Fault[];
}

/** The active faults. They are kept in the memory of one process: a test sets them on the instance that it calls. */
export class Faults {
  #waiting: Fault[] = [];

  set(faults: readonly Fault[]): void {
    this.#waiting = faults.map((fault) => ({ ...fault }));
  }

  add(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  /** Returns the first fault that applies to the call, and counts it. */
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

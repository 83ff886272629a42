import { Worker } from "node:worker_threads";
import type { HashOutcome, HashTask } from "./hash-thread.ts";

interface Asked {
  resolve(value: string | boolean): void;
  reject(error: Error): void;
}

/** A thread and what it was asked; it answers in the order of asking. */
class HashThread {
  readonly #worker: Worker;
  readonly #asked: Asked[] = [];

  constructor(script: URL, onEnd: (thread: HashThread) => void) {
    this.#worker = new Worker(script, { name: "password hash" });
    // What rests must not keep a command from ending.
    this.#worker.unref();
    this.#worker.on("message", (outcome: HashOutcome) => this.#answer(outcome));
    let reason = "the thread ended";
    this.#worker.on("error", (error) => (reason = error.message));
    this.#worker.on("exit", () => {
      onEnd(this);
      for (const asked of this.#asked.splice(0)) asked.reject(new Error(`No password hash: ${reason}.`));
    });
  }

  get held(): number {
    return this.#asked.length;
  }

  ask(task: HashTask): Promise<string | boolean> {
    return new Promise((resolve, reject) => {
      this.#worker.postMessage(task);
      if (this.#asked.push({ resolve, reject }) === 1) this.#worker.ref();
    });
  }

  #answer(outcome: HashOutcome): void {
    const asked = this.#asked.shift();
    if (this.#asked.length === 0) this.#worker.unref();
    if ("value" in outcome) asked?.resolve(outcome.value);
    else asked?.reject(new Error(`No password hash: ${outcome.fault}`));
  }
}

/**
 * Threads for password hashes alone, started when first needed. The file system and the name lookups keep Node's own to
 * themselves, and a thread that was given its next task early goes on without waiting for anybody.
 */
export class HashThreads {
  readonly #script: URL;
  readonly #threads = new Set<HashThread>();

  constructor(script = new URL("./hash-thread.ts", import.meta.url)) {
    this.#script = script;
  }

  /**
   * Computes `task` in the least busy of the first `atOnce` threads: whoever may use one alone, as an import beside
   * sign-ins, leaves the others to them.
   */
  compute(task: HashTask, atOnce: number): Promise<string | boolean> {
    const [idlest] = [...this.#threads].slice(0, atOnce).toSorted((one, other) => one.held - other.held);
    const thread = idlest && (idlest.held === 0 || this.#threads.size >= atOnce) ? idlest : this.#start();
    return thread.ask(task);
  }

  #start(): HashThread {
    const thread = new HashThread(this.#script, (ended) => this.#threads.delete(ended));
    this.#threads.add(thread);
    return thread;
  }
}

import { parentPort, Worker } from "node:worker_threads";

/** A thread's answer to a task: its value, or why it failed. */
type Outcome<Value> = { readonly value: Value } | { readonly fault: string };

/** Makes this thread answer each task with the value of `work`, in the order of the tasks. */
export function answerTasks<Task>(work: (task: Task) => unknown): void {
  let last = Promise.resolve();
  parentPort?.on("message", (task: Task) => {
    last = last.then(async () => parentPort?.postMessage(await outcomeOf(async () => work(task))));
  });
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome<unknown>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

interface Asked<Value> {
  resolve(value: Value): void;
  reject(error: Error): void;
}

/** A thread with its unanswered tasks; it answers them in order. */
class TaskThread<Task, Value> {
  readonly #worker: Worker;
  readonly #work: string;
  readonly #asked: Asked<Value>[] = [];

  constructor(script: URL, work: string, onEnd: (thread: TaskThread<Task, Value>) => void) {
    this.#work = work;
    this.#worker = new Worker(script, { name: work });
    // An idle thread must not keep a command from exiting.
    this.#worker.unref();
    this.#worker.on("message", (outcome: Outcome<Value>) => this.#answer(outcome));
    let reason = "the thread ended";
    this.#worker.on("error", (error) => (reason = error.message));
    this.#worker.on("exit", () => {
      onEnd(this);
      for (const asked of this.#asked.splice(0)) asked.reject(new Error(`No ${work}: ${reason}.`));
    });
  }

  get held(): number {
    return this.#asked.length;
  }

  ask(task: Task): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#worker.postMessage(task);
      if (this.#asked.push({ resolve, reject }) === 1) this.#worker.ref();
    });
  }

  #answer(outcome: Outcome<Value>): void {
    const asked = this.#asked.shift();
    if (this.#asked.length === 0) this.#worker.unref();
    if ("value" in outcome) asked?.resolve(outcome.value);
    else asked?.reject(new Error(`No ${this.#work}: ${outcome.fault}`));
  }
}

/**
 * Threads for one kind of work, started when first needed. They do not occupy Node's own thread pool, which the file system and
 * name lookups use. A thread that already has its next task continues without waiting for the main thread.
 */
export class TaskThreads<Task, Value> {
  readonly #script: URL;
  readonly #work: string;
  readonly #threads = new Set<TaskThread<Task, Value>>();

  /**
   * @param script what each thread runs; it must call `answerTasks`.
   * @param work name of the work, for the thread and for errors: `password hash`.
   */
  constructor(script: URL, work: string) {
    this.#script = script;
    this.#work = work;
  }

  /**
   * Computes `task` in the least busy of the first `atOnce` threads. An import uses one thread and leaves the others to sign-ins.
   */
  compute(task: Task, atOnce: number): Promise<Value> {
    const [idlest] = [...this.#threads].slice(0, atOnce).toSorted((one, other) => one.held - other.held);
    const thread = idlest && (idlest.held === 0 || this.#threads.size >= atOnce) ? idlest : this.#start();
    return thread.ask(task);
  }

  #start(): TaskThread<Task, Value> {
    const thread = new TaskThread<Task, Value>(this.#script, this.#work, (ended) => this.#threads.delete(ended));
    this.#threads.add(thread);
    return thread;
  }
}

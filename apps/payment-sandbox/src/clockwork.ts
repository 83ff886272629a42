const TICK_MS = 1000;

/** One loop at a time: whoever asks while it runs makes it run once more. */
function single(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const loop = async () => {
    try {
      while (again) {
        again = false;
        await work();
      }
    } finally {
      // In the same turn as the last look at `again`, so that nobody waits for a loop that will not run.
      running = null;
    }
  };
  return () => {
    again = true;
    running ??= loop();
    return running;
  };
}

export interface Works {
  hasDue: () => Promise<boolean>;
  runDue: () => Promise<void>;
  deliver: () => Promise<void>;
}

/** What the sandbox does by itself, once a second and whenever something changed. */
export interface Clockwork {
  /** Does what is due, if anything is. */
  catchUp: () => Promise<void>;
  /** Something was committed that may have to be told. */
  changed: () => void;
  runAll: () => Promise<void>;
  start: () => void;
  stop: () => Promise<void>;
  onFailure: (report: (error: unknown) => void) => void;
}

export function createClockwork(works: Works): Clockwork {
  const due = single(works.runDue);
  const deliver = single(works.deliver);
  let timer: NodeJS.Timeout | null = null;
  let isStarted = false;
  let failed: (error: unknown) => void = () => undefined;
  let ticking: Promise<void> = Promise.resolve();

  const catchUp = async () => {
    if (await works.hasDue()) await due();
  };
  const tick = async () => {
    try {
      await catchUp();
      await deliver();
    } catch (error) {
      failed(error);
    }
    if (isStarted) timer = setTimeout(begin, TICK_MS).unref();
  };
  const begin = () => {
    ticking = tick();
  };
  return {
    catchUp,
    changed() {
      if (isStarted) deliver().catch(failed);
    },
    async runAll() {
      await due();
      await deliver();
    },
    start() {
      isStarted = true;
      begin();
    },
    async stop() {
      isStarted = false;
      if (timer) clearTimeout(timer);
      await ticking;
      await Promise.allSettled([due(), deliver()]);
    },
    onFailure(report) {
      failed = report;
    },
  };
}

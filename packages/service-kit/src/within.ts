/** Rejects if the work has no result in time; `name` begins the message. The work continues, and its late failure is ignored. */
export async function within<T>(ms: number, work: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(name, ms)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of an answer that did not come in time. */
export class NoAnswer extends Error {
  /** SQLSTATE of a failed connection, which counts as an outage. */
  readonly code = "08006";

  constructor(name: string, ms: number) {
    super(`${name} did not answer within ${Math.round(ms / 100) / 10} s`);
    this.name = "NoAnswer";
  }
}

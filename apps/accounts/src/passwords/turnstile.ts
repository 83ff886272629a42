import { refuse } from "@foyer/service-kit/errors";

/** Runs up to `places` tasks concurrently, queues up to `waiting`, and refuses further ones at once. */
export function turnstile(places: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy >= places) {
      if (line.length >= waiting) refuse("service.unavailable", { retryAfterSeconds: 2 });
      await new Promise<void>((resolve) => line.push(resolve));
    } else busy++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else busy--;
    }
  };
}

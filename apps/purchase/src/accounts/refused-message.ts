const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;

/**
 * The accounts service refused a message, for example because it does not have the license. The same message is refused
 * again until the cause is removed, so it must not stop other messages.
 */
export class MessageRefused extends Error {
  constructor(reason: string, cause: unknown) {
    super(reason, { cause });
    this.name = "MessageRefused";
  }
}

/** Returns the columns of a refused message. The pauses between tries grow to an hour. */
export function asRefused({ tries }: { readonly tries: number }, { message: refusal }: MessageRefused, now: Date) {
  const pause = Math.min(MINUTE_MS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MS);
  return { refused_at: now, refusal, tries: tries + 1, next_try_at: new Date(now.getTime() + pause) };
}

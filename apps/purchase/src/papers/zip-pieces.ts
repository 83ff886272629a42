import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** Bytes of a stored piece. */
const PIECE = 1_048_576;
/** Bytes that may wait to be stored, so that a year of any size fits the memory. */
const WAITING = 24 * PIECE;

/** A stream that is being stored in pieces. */
export interface Storing {
  /** Waits until the stream has room for that number of bytes. */
  roomFor(bytes: number): Promise<void>;
  /** Waits for the end, and returns the size of the file. */
  end(): Promise<number>;
}

/** Stores a stream piece by piece, in order. An error of `store` is thrown by the next call here. */
export function storePieces(stream: Readable, store: (number: number, bytes: Buffer) => Promise<void>): Storing {
  let given = 0;
  let stored = 0;
  let failure: { readonly error: unknown } | null = null;
  const work = async (): Promise<void> => {
    let waiting: Buffer[] = [];
    let size = 0;
    let number = 0;
    const put = async (): Promise<void> => {
      await store(number++, Buffer.concat(waiting));
      stored += size;
      [waiting, size] = [[], 0];
    };
    for await (const part of stream) {
      waiting.push(part as Buffer);
      size += (part as Buffer).length;
      if (size >= PIECE) await put();
    }
    if (size > 0) await put();
  };
  const done = work().catch((error: unknown) => {
    failure = { error };
    stream.destroy();
  });
  const check = (): void => {
    if (failure) throw failure.error;
  };
  return {
    roomFor: async (bytes) => {
      given += bytes;
      // The file is never much larger than what was given: PDFs are stored as they are.
      while (given - stored > WAITING && !failure) await sleep(10);
      check();
    },
    end: async () => {
      await done;
      check();
      return stored;
    },
  };
}

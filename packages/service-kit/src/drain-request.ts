import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Limits for reading the rest of an unused body. */
const DRAIN_BYTES = 16 * 1_048_576;
const DRAIN_MS = 5_000;

/** Resolves when the rest of the body has arrived, or enough of it was thrown away. */
function drained(request: IncomingMessage): Promise<void> {
  if (request.complete || request.readableEnded || request.destroyed) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = DRAIN_BYTES;
  const timer = setTimeout(resolve, DRAIN_MS);
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  });
  for (const end of ["end", "close", "error"]) request.once(end, () => resolve());
  request.resume();
  return promise.finally(() => clearTimeout(timer));
}

/**
 * The payload of an answer that closes its connection while the client still sends, such as 413. The client gets all of it at once,
 * but the connection is closed only after the rest of the body was read up to a limit: closed earlier, the system resets the
 * connection, and the client gets an error in place of the answer.
 */
export function payloadBeforeClose(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const closes = reply.statusCode === 413 || reply.getHeader("connection") === "close";
  if (!closes || request.raw.complete || (typeof payload !== "string" && !Buffer.isBuffer(payload))) return payload;
  void reply.header("content-length", Buffer.byteLength(payload));
  return Readable.from(
    (async function* parts() {
      yield payload;
      await drained(request.raw);
    })(),
    { objectMode: false },
  );
}

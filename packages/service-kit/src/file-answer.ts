import { Readable } from "node:stream";
import type { Endpoint } from "@foyer/contract/endpoint";
import { fileReply } from "@foyer/contract/file-reply";
import type { FastifyReply } from "fastify";

/** The answer as it is sent: JSON, or a file, which a browser saves and never shows as a page of this origin. */
export function asSent(reply: FastifyReply, { gives }: Endpoint, answer: unknown): unknown {
  if (!gives) return answer;
  const { name, content, bytes } = fileReply.parse(answer);
  void reply.type(gives).header("content-disposition", `attachment; filename="${name.replaceAll(/[^\w.-]+/g, "-")}"`);
  if (bytes !== undefined) void reply.header("content-length", String(bytes));
  return content instanceof Uint8Array ? Buffer.from(content) : Readable.from(content, { objectMode: false });
}

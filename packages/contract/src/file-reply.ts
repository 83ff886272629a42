import { z } from "zod";

export type FileType = "application/pdf" | "application/zip" | "text/plain; charset=utf-8";

/** A file that a call answers with. */
export interface FileReply {
  /** Name under which a browser saves it. Only `A-Z a-z 0-9 . _ -`. */
  readonly name: string;
  /** Whole, or piece by piece. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** Size of a file that is sent piece by piece, so that a browser notices one that is cut off. */
  readonly bytes?: number;
}

/** Reply of a call that `gives` a file. */
export const fileReply = z.custom<FileReply>(
  (value) => typeof value === "object" && value !== null && "content" in value,
);

import { type Logger as PinoLogger, pino, stdSerializers } from "pino";
import { turnOutput } from "./turn-output.ts";

export type Logger = PinoLogger;

/** Fields that are never logged, at any depth. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  "password",
  "old_password",
  "new_password",
  "new_password_2",
  "otp",
  "access_token",
  "refresh_token",
  "token",
  "confirm_key",
  "reference_id",
  "license_key",
  "client_secret",
  "cs",
  "authorization",
  "cookie",
]);
const SECRET = "[secret]";
/** Maximum depth of logged values; deeper ones are useless in a log and may be cyclic. */
const DEPTH_MAX = 5;

type Fields = Record<string, unknown>;

function shown(value: unknown, depth: number): unknown {
  // JSON has no functions, and an error's own `toJSON` would replace the cleaned fields.
  if (typeof value === "function") return undefined;
  if (value instanceof Error) return withoutSecrets({ ...stdSerializers.err(value) }, depth + 1);
  if (typeof value !== "object" || value === null || "toJSON" in value) return value;
  return depth < DEPTH_MAX ? withoutSecrets(value as Fields, depth + 1) : "[deeper]";
}

/** `fields` without their secrets; the same object when it has none. */
// pino's own redaction below the first level copies and searches every line for every path, which costs a tenth of a read
// request.
function withoutSecrets(fields: Fields, depth = 0): Fields {
  let copy: Fields | null = null;
  for (const key of Object.keys(fields)) {
    const before = fields[key];
    const after = SECRET_FIELDS.has(key) ? SECRET : shown(before, depth);
    if (after === before) continue;
    copy ??= (Array.isArray(fields) ? [...fields] : { ...fields }) as Fields;
    copy[key] = after;
  }
  return copy ?? fields;
}

/** A URL without its query. */
function withoutQuery(word: string): string {
  const at = word.indexOf("?");
  return at > 0 && at < word.length - 1 && word.lastIndexOf("/", at) !== -1 ? word.slice(0, at) : word;
}

/** Removes query strings from a line, whether they come from a message, an error's stack or a browser's report. */
function withoutQueries(line: string): string {
  return line.includes("?") ? line.replaceAll(/[^\s"\\]+/g, withoutQuery) : line;
}

/** A structured log with one JSON object on a line, with request ids, without secrets and query strings. */
export function createLog(options: { level: string; name?: string; destination?: NodeJS.WritableStream }): Logger {
  const settings = {
    level: options.level,
    base: options.name ? { name: options.name } : {},
    timestamp: pino.stdTimeFunctions.isoTime,
    // The fields of a child log pass no formatter; they are flat, so this redaction is enough.
    redact: { paths: [...SECRET_FIELDS], censor: SECRET },
    hooks: { streamWrite: withoutQueries },
    serializers: { err: (error: unknown) => (error instanceof Error ? stdSerializers.err(error) : error) },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Fields) => withoutSecrets(fields),
    },
  };
  return pino(settings, options.destination ?? turnOutput());
}

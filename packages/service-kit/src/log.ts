import { type Logger as PinoLogger, pino, stdSerializers } from "pino";

export type Logger = PinoLogger;

/** Fields that never reach the log, wherever they stand in what is logged. */
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
/** What lies deeper is nobody's to read in a log, and may be without an end. */
const DEPTH_MAX = 5;

type Fields = Record<string, unknown>;

function shown(value: unknown, depth: number): unknown {
  // JSON has no functions, and an error's own `toJSON` would speak in place of what is left of it.
  if (typeof value === "function") return undefined;
  if (value instanceof Error) return withoutSecrets({ ...stdSerializers.err(value) }, depth + 1);
  if (typeof value !== "object" || value === null || "toJSON" in value) return value;
  return depth < DEPTH_MAX ? withoutSecrets(value as Fields, depth + 1) : "[deeper]";
}

/** `fields` without their secrets; the same object where it has none. */
// The library's own way below the first level copies and searches every line by every path, a tenth of what a read costs.
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

/** An address without what stands behind its question mark. */
function withoutQuery(word: string): string {
  const at = word.indexOf("?");
  return at > 0 && at < word.length - 1 && word.lastIndexOf("/", at) !== -1 ? word.slice(0, at) : word;
}

/** No query string in a line, whoever wrote the text: a library's message, an error's stack, a browser's report. */
function withoutQueries(line: string): string {
  return line.includes("?") ? line.replaceAll(/[^\s"\\]+/g, withoutQuery) : line;
}

/** A structured log, one JSON object a line, with request ids, without secrets and without query strings. */
export function createLog(options: { level: string; name?: string; destination?: NodeJS.WritableStream }): Logger {
  const settings = {
    level: options.level,
    base: options.name ? { name: options.name } : {},
    timestamp: pino.stdTimeFunctions.isoTime,
    // What a child is made with passes no formatter; it is flat.
    redact: { paths: [...SECRET_FIELDS], censor: SECRET },
    hooks: { streamWrite: withoutQueries },
    serializers: { err: (error: unknown) => (error instanceof Error ? stdSerializers.err(error) : error) },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Fields) => withoutSecrets(fields),
    },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

import { type Logger as PinoLogger, pino } from "pino";

export type Logger = PinoLogger;

/** Fields that never reach the log, wherever they stand in what is logged. */
const SECRET_FIELDS = [
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
];

/** A structured log, one JSON object a line, with request ids and without secrets. */
export function createLog(options: { level: string; name?: string; destination?: NodeJS.WritableStream }): Logger {
  const settings = {
    level: options.level,
    base: options.name ? { name: options.name } : {},
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "[secret]" },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

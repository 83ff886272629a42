import { isIP, isIPv4, isIPv6 } from "node:net";
import { z } from "zod";

/** A switch. */
export const flag = z.enum(["0", "1", "true", "false", "on", "off"], "must be on or off");

/** A setting without a fault; `faultOf` returns its fault or null. */
export const checkedBy = (faultOf: (url: string) => string | null) =>
  z.string().superRefine((value, context) => {
    const fault = faultOf(value);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });

/** A service's worker alone uses up to eight connections. */
export const CONNECTIONS_MIN = 8;

/** A number from `min` to `max`, in digits: `Number` would also read a blank, `0x10` and `1e3`. */
const inDigits = (shape: RegExp, min: number, max: number, message: string) =>
  z
    .string()
    .refine((value) => shape.test(value) && Number(value) >= min && Number(value) <= max, message)
    .transform(Number);

/** An integer from `min` to `max`; `otherwise` is the default. */
export const count = (min: number, max: number, otherwise: number, what = "a number") =>
  inDigits(/^\d{1,9}$/, min, max, `must be ${what} from ${min} to ${max}`).default(otherwise);

/** A number of seconds, with or without decimals. */
export const seconds = (min: number, max: number) =>
  inDigits(/^\d{1,9}(\.\d{1,9})?$/, min, max, `must be a number of seconds from ${min} to ${max}`);

/** The items of a list with commas. */
export const list = (value: string | undefined): string[] =>
  (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const ORIGIN = "must be an origin such as https://account.example.com, without a path, ?, # or a login";

/** The origin of an address that has nothing else, as browsers write it; else null. A path prefix is not supported. */
function originOf(value: string): string | null {
  if (!/^https?:\/\/[^\s/?#@\\]+\/?$/i.test(value) || !URL.canParse(value)) return null;
  return new URL(value).origin;
}

export const origin = z.string().transform((value, context) => {
  const read = originOf(value);
  if (read === null) context.addIssue({ code: "custom", message: ORIGIN });
  return read ?? "";
});

export const origins = z.string().transform((value, context) =>
  list(value).flatMap((item) => {
    const read = originOf(item);
    if (read === null) context.addIssue({ code: "custom", message: `has "${item}"; each item ${ORIGIN}` });
    return read ?? [];
  }),
);

/** An address of a service that may have a path. A login in it would be refused by `fetch`, or sent on. */
export const address = (example: string, mayHaveLogin = false) =>
  checkedBy((value) => {
    const read = /^https?:\/\/[^\s\\]+$/i.test(value) ? URL.parse(value) : null;
    if (read === null) return `must be an address such as ${example}`;
    return !mayHaveLogin && (read.username !== "" || read.password !== "") ? "must not contain a login" : null;
  });

const HOST_NAME = /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*\.?$/i;

/** A name or an address to listen on. An IPv6 address may stand in brackets. */
export const host = z
  .string()
  .transform((value) => value.replace(/^\[(.*)\]$/, "$1"))
  .refine((value) => isIP(value) !== 0 || HOST_NAME.test(value), {
    error: "must be an address or a name of this machine, such as 127.0.0.1, ::1 or 0.0.0.0, without a port",
  });

/** Names of networks that the web server knows. */
const NETWORKS: readonly string[] = ["loopback", "linklocal", "uniquelocal"];

function isNetwork(item: string): boolean {
  const [ip = "", bits, ...more] = item.split("/");
  if (more.length > 0) return false;
  if (bits === undefined) return isIP(ip) !== 0 || NETWORKS.includes(ip);
  if (isIPv4(bits)) return isIPv4(ip);
  return /^\d{1,3}$/.test(bits) && ((isIPv4(ip) && Number(bits) <= 32) || (isIPv6(ip) && Number(bits) <= 128));
}

export const networks = checkedBy((value) => {
  const wrong = list(value).find((item) => !isNetwork(item));
  return wrong === undefined
    ? null
    : `has "${wrong}"; each item must be an address or a network, such as 10.0.0.7 or 10.0.0.0/8`;
});

/** `account@example.com`, or with a name before it: `Example <account@example.com>`. */
export const sender = z
  .string()
  .regex(
    /^(?:[^<>\r\n]*<[^\s<>@,;]+@[^\s<>@,;.][^\s<>@,;]*>|[^\s<>@,;]+@[^\s<>@,;.][^\s<>@,;]*)$/,
    "must be an address such as account@example.com, or a name with one: Example <account@example.com>",
  );

/** Programs send these in a header, which holds visible ASCII characters only. */
export const HEADER_SAFE = /^[\x21-\x7e]+$/;

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

/** An integer from `min` to `max`; `otherwise` is the default. */
export const count = (min: number, max: number, otherwise: number) => {
  const message = `must be a number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message).default(otherwise);
};

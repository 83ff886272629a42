import { z } from "zod";
import { id, instant } from "./wire-values.ts";

/** A device that an app can offer to free. */
const freeableActivation = z.object({
  id,
  name: z.string().nullable(),
  platform: z.string().nullable(),
  last_seen: z.string(),
  offline_until: instant.nullable(),
});

const code = z.union([z.int(), z.string()]);
/** Name of the refusal: `seats.not_enough`. Names of several refusals can share one code. */
const name = z.string();

/** One error. `field` is the name of the request's field, if there is one. */
export const errorEntry = z.object({
  code,
  name,
  /** Which of the refusal's reasons applies: `expired` of `quote.dead`. */
  reason: z.string().optional(),
  /** Values that the sentence names, such as a maximum. Amounts are formatted as the person reads them, and times are in ISO 8601. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  message: z.string(),
  field: z.string().optional(),
  /** The payment provider's reason for a declined card: `insufficient_funds`. */
  decline_code: z.string().optional(),
});
export type ErrorEntry = z.infer<typeof errorEntry>;

/** Body of every response with status 400 or above. `code`, `name` and `message` repeat the first of `errors`. */
export const errorEnvelope = z.object({
  status: z.literal("error"),
  code,
  name,
  message: z.string(),
  errors: z.array(errorEntry).min(1),
  /** Only for `register/`: the same as `errors`. */
  messages: z.array(errorEntry).optional(),
  /** Only with 1004: the state of the closed account. */
  userinfo: z.object({ account_state: z.int() }).optional(),
  /** Only with 2002, in a session that an app opened: it may change this only after a proof at `user/proof/`. */
  session_proof: z.literal(true).optional(),
  /** Only with 12006: the malformed addresses as typed. */
  invalid_emails: z.array(z.string()).optional(),
  /** Only with 15002: the own devices of the license, of which the app can offer to free one. */
  activations: z.array(freeableActivation).optional(),
  /** Only with 15001: the address of the license's manager. */
  manager: z.string().optional(),
  /** Only with 15005: when freeing works again, null if never, and the address of the support. */
  available_at: instant.nullable().optional(),
  support: z.string().optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

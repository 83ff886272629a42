import { z } from "zod";

const code = z.union([z.int(), z.string()]);

/** One thing that is wrong. `field` names the field of the request, where there is one. */
export const errorEntry = z.object({
  code,
  message: z.string(),
  field: z.string().optional(),
  /** The payment provider's reason for a declined card: `insufficient_funds`. */
  decline_code: z.string().optional(),
});
export type ErrorEntry = z.infer<typeof errorEntry>;

/** Every answer of status 400 and above. `code` and `message` repeat the first of `errors`. */
export const errorEnvelope = z.object({
  status: z.literal("error"),
  code,
  message: z.string(),
  errors: z.array(errorEntry).min(1),
  /** `register/` only: the same as `errors`. */
  messages: z.array(errorEntry).optional(),
  /** With 1004 only: which kind of closed the account is. */
  userinfo: z.object({ account_state: z.int() }).optional(),
  /** With 12006 only: what is not an address, as it was written. */
  invalid_emails: z.array(z.string()).optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

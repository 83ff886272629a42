import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { success } from "./wire-values.ts";

const proof = z.object({ password: z.string().optional() });

/** Returns whether the second factor is on, and the number of remaining recovery codes. */
export const readSecondFactor = endpoint("readSecondFactor", {
  access: "person",
  summary: "Read the state of the second factor",
  reply: z.object({ enabled: z.boolean(), recovery_codes_left: z.int() }),
});

/** Creates a secret for an authenticator. The second factor is off until a code confirms it. */
export const startSecondFactor = endpoint("startSecondFactor", {
  beforeProof: true,
  access: "person",
  summary: "Start to set up a second factor",
  body: proof,
  reply: z.object({ secret: z.string(), otpauth_uri: z.string() }),
  refusals: ["permission.proof_required", "password.wrong", "second_factor.already_on", "rate.limited"],
});

/** Turns the second factor on with a code of the authenticator. Returns the recovery codes, only this once. */
export const confirmSecondFactor = endpoint("confirmSecondFactor", {
  access: "person",
  summary: "Turn the second factor on",
  body: z.object({ otp: z.string() }),
  reply: success.extend({ recovery_codes: z.array(z.string()) }),
  refusals: ["second_factor.wrong_code", "second_factor.already_on", "second_factor.not_started", "rate.limited"],
});

/** Turns the second factor off. If it is on, requires a code of the authenticator or a recovery code. */
export const removeSecondFactor = endpoint("removeSecondFactor", {
  beforeProof: true,
  access: "person",
  summary: "Turn the second factor off",
  body: proof.extend({ otp: z.string().optional() }),
  reply: success,
  refusals: ["permission.proof_required", "password.wrong", "second_factor.wrong_code", "rate.limited"],
});

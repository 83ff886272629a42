import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { secret } from "./secret-fields.ts";
import { id, instant, success } from "./wire-values.ts";

/** The part of an invitation that a person with the reference may see before accepting. */
export const invitation = z.object({
  description: z.string(),
  manager_email: z.string(),
  /** The address that was invited. */
  email: z.string(),
  expires_date: instant,
  /** Only with the proof of the mailed link: whether the address has an account. */
  has_account: z.boolean().optional(),
});
export type Invitation = z.infer<typeof invitation>;

/** Shows who invites which address to which license. */
export const readInvitation = endpoint("readInvitation", {
  access: "open",
  summary: "Look at an invitation",
  params: z.object({ reference: z.string() }),
  query: z.object({ proof: z.string().optional() }),
  reply: invitation,
  refusals: ["invitation.dead", "rate.limited"],
});

/** Lists the open invitations to the address of the own account, the oldest first. */
export const listOwnInvitations = endpoint("listOwnInvitations", {
  access: "person",
  summary: "List the open invitations to the own address",
  reply: z.object({
    invitations: z.array(invitation.omit({ email: true, has_account: true }).extend({ reference: secret(z.string()) })),
  }),
});

/**
 * Starts a sign-up of the invited address without a confirm key: the proof, which only the mailed link has, shows that
 * the caller reads that address's mail. Returns a token that can only complete the sign-up. Refuses an address that has
 * an account.
 */
export const startInvitedSignUp = endpoint("startInvitedSignUp", {
  requirement: "LOOK-19",
  keepsNoKey: true,
  access: "open",
  summary: "Start a sign-up by the link of an invitation",
  params: z.object({ reference: z.string() }),
  body: z.object({ proof: z.string() }),
  reply: success.extend({ email: z.string(), token: z.object({ access_token: z.string() }) }),
  refusals: ["invitation.dead", "email.in_use", "rate.limited"],
});

/** Takes the offered seat. The reference can be used once. */
export const acceptInvitation = endpoint("acceptInvitation", {
  requirement: "ACC-09",
  beforeProof: true,
  access: "person",
  summary: "Accept an invitation",
  body: z.object({ reference_id: z.string() }),
  reply: success.extend({ message: z.string(), registration_id: id, description: z.string() }),
  refusals: ["invitation.dead", "seats.already_held", "license.ended", "rate.limited"],
});

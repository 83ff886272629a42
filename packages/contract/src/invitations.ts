import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/** What a person with the reference may see before accepting. */
export const invitation = z.object({
  description: z.string(),
  manager_email: z.string(),
  /** The address that was invited. */
  email: z.string(),
  expires_date: instant,
});
export type Invitation = z.infer<typeof invitation>;

/** Shows who invites which address to which license. */
export const readInvitation = endpoint("readInvitation", {
  access: "open",
  summary: "Look at an invitation",
  params: z.object({ reference: z.string() }),
  reply: invitation,
  refusals: ["invitation.dead", "rate.limited"],
});

/** Takes the offered seat. The reference can be used once. */
export const acceptInvitation = endpoint("acceptInvitation", {
  requirement: "ACC-09",
  access: "person",
  summary: "Accept an invitation",
  body: z.object({ reference_id: z.string() }),
  reply: success.extend({ message: z.string(), registration_id: id, description: z.string() }),
  refusals: ["invitation.dead", "seats.already_held", "license.ended", "rate.limited"],
});

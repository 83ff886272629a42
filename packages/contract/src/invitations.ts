import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/** What somebody who has the reference may see before she accepts. */
export const invitation = z.object({
  description: z.string(),
  manager_email: z.string(),
  /** The address that was invited. */
  email: z.string(),
  expires_date: instant,
});
export type Invitation = z.infer<typeof invitation>;

/** Shows who invites whom to which license. */
export const readInvitation = endpoint("readInvitation", {
  access: "open",
  summary: "Look at an invitation",
  params: z.object({ reference: z.string() }),
  reply: invitation,
  refusals: ["invitation.dead", "rate.limited"],
});

/** Takes the offered seat: the reference is used up by the one who gets it. */
export const acceptInvitation = endpoint("acceptInvitation", {
  requirement: "ACC-09",
  access: "person",
  summary: "Accept an invitation",
  body: z.object({ reference_id: z.string() }),
  reply: success.extend({ message: z.string(), registration_id: id, description: z.string() }),
  refusals: ["invitation.dead", "seats.already_held", "license.ended", "rate.limited"],
});

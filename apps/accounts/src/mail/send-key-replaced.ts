import { keyReplacedMail } from "@foyer/mail/licenses";
import { z } from "zod";
import { defineMail } from "./define-mail.ts";

/** A notice to a manager that the key of a license was replaced. */
export const { queue: queueKeyReplaced, job: sendKeyReplacedJob } = defineMail({
  name: "send-key-replaced",
  payload: z.object({
    address: z.string(),
    description: z.string(),
    /** Account name of the manager who did it, or the address of the support. */
    by: z.string(),
    /** Null if the old key ended at once. */
    endsAt: z.iso.datetime().nullable(),
    keeps: z.boolean(),
  }),
  write: ({ brand, config }, { address: to, endsAt, ...data }) => ({
    to,
    message: keyReplacedMail(brand, {
      ...data,
      endsAt: endsAt === null ? null : new Date(endsAt),
      link: `${config.publicOrigin}/`,
    }),
  }),
});

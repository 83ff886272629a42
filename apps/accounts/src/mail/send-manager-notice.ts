import { managerAddedMail, managerRemovedMail } from "@foyer/mail/managers";
import { z } from "zod";
import { notMeLinkAt } from "../stores/not-me-store.ts";
import { defineMail } from "./define-mail.ts";
import { takeManagerNotice } from "./mail-limits.ts";

/** A notice to a person who became a manager or stopped being one. */
export const { queue: queueManagerNotice, job: sendManagerNoticeJob } = defineMail({
  name: "send-manager-notice",
  payload: z.object({
    address: z.string(),
    description: z.string(),
    byEmail: z.string(),
    isAdded: z.boolean(),
    /** When it happened; absent in jobs of the previous version. */
    at: z.iso.datetime().optional(),
  }),
  // Limits the mails of a caller who adds and removes a manager repeatedly.
  limit: (deps, { byEmail, address }) => takeManagerNotice(deps, byEmail, address),
  write: async (deps, { address: to, isAdded, at, ...data }) => {
    const { brand, config } = deps;
    if (!isAdded) return { to, message: managerRemovedMail(brand, data) };
    const link = `${config.publicOrigin}/?section=team`;
    const notMeLink = await notMeLinkAt(deps, to, "manager.added", at);
    return { to, message: managerAddedMail(brand, { ...data, link, notMeLink }) };
  },
});

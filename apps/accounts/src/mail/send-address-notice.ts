import { addressChangedMail } from "@foyer/mail/sign-in-changes";
import { z } from "zod";
import { newNotMeLink } from "../stores/not-me-store.ts";
import { findAccountNamed } from "../stores/account-store.ts";
import { defineMail } from "./define-mail.ts";

/** A notice that staff changed an account's address. */
export const { queue: queueAddressNotice, job: sendAddressNoticeJob } = defineMail({
  name: "send-address-notice",
  payload: z.object({
    username: z.string(),
    to: z.string(),
    /** The new address. */
    email: z.string(),
    /** When it was changed; absent in jobs of the previous version. */
    at: z.iso.datetime().optional(),
  }),
  write: async (deps, { username, to, email, at }) => {
    const account = await findAccountNamed(deps.db, username);
    if (!account) return null;
    const time = at === undefined ? deps.clock.now() : new Date(at);
    const told = { accountId: account.id, address: to, kind: "email.changed", at: time } as const;
    const notMeLink = await newNotMeLink(deps, told);
    return { to, message: addressChangedMail(deps.brand, { username, email, notMeLink }) };
  },
});

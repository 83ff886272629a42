import { maskedAddress } from "@foyer/domain/addresses";
import { notMeFormerAddressMail, notMeReportMail } from "@foyer/mail/not-me";
import { z } from "zod";
import { defineMail } from "../mail/define-mail.ts";
import { findAccount, OPEN } from "../stores/account-store.ts";
import { findReport, liveUndos, newNotMeLink } from "../stores/not-me-store.ts";

/** The mail to the staff about a report. */
export const { queue: queueReportMail, job: sendReportMailJob } = defineMail({
  name: "send-not-me-report",
  payload: z.object({ id: z.string() }),
  write: async ({ brand, config, db }, { id }) => {
    const found = await findReport(db, id);
    if (!found || found.closed_at !== null) return null;
    const { username, event, at, event_at: eventAt, by_link: byLink } = found;
    const link = `${config.publicOrigin}/admin/accounts/${encodeURIComponent(username)}`;
    const message = notMeReportMail(brand, { username, event, at, eventAt, byLink, link });
    return { to: brand.contacts.support, message };
  },
});

/** A notice to a recent address of the account. */
export const { queue: queueFormerAddressTold, job: sendFormerAddressToldJob } = defineMail({
  name: "send-not-me-notice",
  payload: z.object({ accountId: z.string(), address: z.string(), at: z.iso.datetime() }),
  write: async (deps, { accountId, address, at }) => {
    const { brand, clock, db } = deps;
    const account = await findAccount(db, accountId);
    if (account?.state !== OPEN) return null;
    const undos = await liveUndos(db, clock.now(), accountId);
    const canTakeBack = undos.some((undo) => undo.address === address);
    const told = { accountId, address, kind: "email.changed", at: new Date(at) } as const;
    const notMeLink = canTakeBack ? await newNotMeLink(deps, told) : null;
    const mailedTo = maskedAddress(account.email);
    const message = notMeFormerAddressMail(brand, { username: account.username, mailedTo, notMeLink });
    return { to: address, message };
  },
});

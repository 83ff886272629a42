import { maskedAddress } from "@foyer/domain/addresses";
import { notMeFormerAddressMail } from "@foyer/mail/not-me-former-address";
import { notMeReportMail } from "@foyer/mail/not-me-report";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { sendNotice } from "../mail/send-notice.ts";
import { findAccount, OPEN } from "../stores/account-store.ts";
import { findReport, liveUndos, newNotMeLink } from "../stores/not-me-store.ts";

type Tx = Transaction<AccountsTables>;

const reportName = "send-not-me-report";
const report = z.object({ id: z.string() });

/** Queues the mail that tells the staff of a report, in the caller's transaction. */
export function queueReportMail(tx: Tx, addJob: AddJob, id: string): Promise<void> {
  return addJob(tx, { name: reportName, payload: report }, { id });
}

export function sendReportMailJob(deps: Deps): JobDefinition<z.infer<typeof report>> {
  const { brand, config, db } = deps;
  return defineJob({
    name: reportName,
    payload: report,
    run: async ({ id }, { log }) => {
      const found = await findReport(db, id);
      if (!found || found.closed_at !== null) return;
      const { username, event, at, event_at: eventAt, by_link: byLink } = found;
      const link = `${config.publicOrigin}/admin/accounts/${encodeURIComponent(username)}`;
      const message = notMeReportMail(brand, { username, event, at, eventAt, byLink, link });
      await sendNotice(deps, log, brand.contacts.support, message);
    },
  });
}

const noticeName = "send-not-me-notice";
const notice = z.object({ accountId: z.string(), address: z.string(), at: z.iso.datetime() });
type Notice = z.infer<typeof notice>;

/** Queues a notice to a recent address of the account, in the caller's transaction. */
export function queueFormerAddressTold(tx: Tx, addJob: AddJob, told: Notice): Promise<void> {
  return addJob(tx, { name: noticeName, payload: notice }, told);
}

export function sendFormerAddressToldJob(deps: Deps): JobDefinition<Notice> {
  const { brand, clock, db } = deps;
  return defineJob({
    name: noticeName,
    payload: notice,
    run: async ({ accountId, address, at }, { log }) => {
      const account = await findAccount(db, accountId);
      if (account?.state !== OPEN) return;
      const undos = await liveUndos(db, clock.now(), accountId);
      const canTakeBack = undos.some((undo) => undo.address === address);
      const told = { accountId, address, kind: "email.changed", at: new Date(at) } as const;
      const notMeLink = canTakeBack ? await newNotMeLink(deps, told) : null;
      const mailedTo = maskedAddress(account.email);
      const message = notMeFormerAddressMail(brand, { username: account.username, mailedTo, notMeLink });
      await sendNotice(deps, log, address, message);
    },
  });
}

import type { AnyJob } from "@foyer/service-kit/jobs";
import { sendRestoreNoticeJob } from "./access-restore/tell-restore.ts";
import { gatherDataJob } from "./data-export/gather-data.ts";
import type { Deps } from "./deps.ts";
import { sendFormerAddressToldJob, sendReportMailJob } from "./not-me/send-not-me.ts";
import { sendAddressNoticeJob } from "./mail/send-address-notice.ts";
import { sendAccountNoticeJob } from "./mail/send-account-notice.ts";
import { sendInvitationsJob } from "./mail/send-invitations.ts";
import { sendLicenseBoughtJob } from "./mail/send-license-bought.ts";
import { sendKeyReplacedJob } from "./mail/send-key-replaced.ts";
import { sendLicenseKeysJob } from "./mail/send-license-keys.ts";
import { sendManagerNoticeJob } from "./mail/send-manager-notice.ts";
import { sendManagersChangedJob } from "./mail/send-managers-changed.ts";
import { sendSeatRemovedJob } from "./mail/send-seat-removed.ts";
import { sendSecretJob } from "./mail/send-secret.ts";
import { sendTrialMailJob } from "./trials/send-trial-mail.ts";

/** All jobs of the accounts service. */
export function accountsJobs(deps: Deps): AnyJob[] {
  return [
    sendInvitationsJob(deps),
    sendSeatRemovedJob(deps),
    sendLicenseKeysJob(deps),
    sendKeyReplacedJob(deps),
    sendSecretJob(deps),
    gatherDataJob(deps),
    sendAccountNoticeJob(deps),
    sendLicenseBoughtJob(deps),
    sendTrialMailJob(deps),
    sendManagerNoticeJob(deps),
    sendManagersChangedJob(deps),
    sendAddressNoticeJob(deps),
    sendRestoreNoticeJob(deps),
    sendReportMailJob(deps),
    sendFormerAddressToldJob(deps),
  ];
}

import { comeBackDays } from "@foyer/domain/closed-account";

/** Lifetimes and periods in seconds: contract, section 2. */
export const lifetimes = {
  accessToken: 15 * 60,
  refreshToken: 7 * 24 * 3_600,
  session: 30 * 24 * 3_600,
  /** Limits of staff sessions. */
  staffIdle: 30 * 60,
  staffSession: 12 * 3_600,
  /** Period in which a spent refresh token still returns the same pair. */
  refreshGrace: 10,
  confirmKey: 3_600,
  /** From the confirmed address to the finished account. */
  signUp: 3_600,
  passwordReset: 3_600,
  /** The link that sets the first password of a person who was imported. */
  welcome: 14 * 24 * 3_600,
  emailChange: 24 * 3_600,
  emailUndo: 72 * 3_600,
  contactUndo: 72 * 3_600,
  /** A restore of access before the second agreement. */
  restoreAsked: 7 * 24 * 3_600,
  /** Wait from the agreement, and from each of its mails, until the restore is carried out. */
  restoreWait: 24 * 3_600,
  /** From the agreement until the restore is stopped because one of its mails could not be sent; mails are retried for a day. */
  restoreMails: 25 * 3_600,
  /** The link that stops a restore; after the restore's end it still shows the result. */
  restoreStop: 7 * 24 * 3_600,
  /** Period after an owner stopped a restore in which only an administrator may ask for another. */
  restoreAgain: 7 * 24 * 3_600,
  /** How long a former address of the account counts as known. */
  knownAddress: 365 * 24 * 3_600,
  /** "This was not me" links; long enough for a holiday. */
  notMe: 7 * 24 * 3_600,
  /** How long an owner sees the events of her account. */
  toldEvents: 90 * 24 * 3_600,
  /** Sign-ins, sign-outs and refused tries in the record. Changes of an account stay. */
  passingEvents: 400 * 24 * 3_600,
  /** Events of a license. */
  licenseEvents: 3_652 * 24 * 3_600,
  /** The link to an export of own data, and the data itself. */
  dataExport: 7 * 24 * 3_600,
  comeBack: comeBackDays * 24 * 3_600,
  /** A purchase that was begun and not paid. Its payment can wait an hour for the bank. */
  reservation: 30 * 24 * 3_600,
  /** How long a used trial of an erased account is remembered, from its end. */
  erasedTrial: 2 * 365 * 24 * 3_600,
  invitation: 30 * 24 * 3_600,
  /** A password proof. */
  proof: 5 * 60,
  /** From the challenge to its answer. */
  passkeyChallenge: 5 * 60,
  /** A browser stays known this long after its last sign-in. */
  knownBrowser: 180 * 24 * 3_600,
  /** A trusted browser is not asked for a code. */
  trustedBrowser: 30 * 24 * 3_600,
  /** Of an app: from the redirect to the token endpoint. */
  appCode: 60,
  appAccessToken: 15 * 60,
  /** Idle limit of an app. Afterwards it must sign in again. */
  appIdle: 30 * 24 * 3_600,
  /** From the sign-in in an app, however often it refreshes. */
  appGrant: 365 * 24 * 3_600,
  /** From the sign-in in an app that may not stay signed in: its code, a device that polls, and the access token. */
  appGrantOnce: 30 * 60,
  appIdToken: 10 * 60,
  /** Period in which a spent refresh token or device code still gets tokens, after a lost answer or for two processes. */
  appGrace: 10,
  appDeviceCode: 600,
  /** How long an app's request waits for its answer; long enough to sign up by mail. */
  appRequest: 3_600,
  /** How long a retired key of id tokens stays published. */
  appKey: 30 * 24 * 3_600,
  portalLink: 60,
  /** The portal, opened from an app. */
  portalFromApp: 3_600,
  /** A staff member's read-only view of an account. */
  view: 30 * 60,
} as const;

/** The time `seconds` after `at`. */
export function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1_000);
}

import { comeBackDays } from "@foyer/domain/closed-account";

/** How long things live, in seconds: contract, section 2. */
export const lifetimes = {
  accessToken: 15 * 60,
  refreshToken: 7 * 24 * 3_600,
  session: 30 * 24 * 3_600,
  /** Of staff. */
  staffIdle: 30 * 60,
  staffSession: 12 * 3_600,
  /** A spent refresh token still gets the same pair. */
  refreshGrace: 10,
  confirmKey: 3_600,
  /** From the confirmed address to the finished account. */
  signUp: 3_600,
  passwordReset: 3_600,
  emailChange: 24 * 3_600,
  emailUndo: 72 * 3_600,
  contactUndo: 72 * 3_600,
  /** A restore of access that nobody has agreed to. */
  restoreAsked: 7 * 24 * 3_600,
  /** From the agreement to a restore, and from each of its mails, until it is carried out. */
  restoreWait: 24 * 3_600,
  /** From the agreement, until it is stopped if one of its mails could not be sent: they are tried for a day. */
  restoreMails: 25 * 3_600,
  /** The link that stops it; later it still tells what became of it. */
  restoreStop: 7 * 24 * 3_600,
  /** After its owner stopped one, only an administrator asks for the next. */
  restoreAgain: 7 * 24 * 3_600,
  /** Two staff members of whom one changed what the other may do do not count as two. */
  staffTied: 7 * 24 * 3_600,
  /** How far back an address of the account counts as known. */
  knownAddress: 365 * 24 * 3_600,
  /** "This was not me": a mail may be read after a holiday. */
  notMe: 7 * 24 * 3_600,
  /** What happened to an account is told to its owner for so long. */
  toldEvents: 90 * 24 * 3_600,
  /** The link to the own data, and the data itself. */
  dataExport: 7 * 24 * 3_600,
  comeBack: comeBackDays * 24 * 3_600,
  invitation: 30 * 24 * 3_600,
  /** A password proof for what asks for one. */
  proof: 5 * 60,
  /** From the challenge to its answer. */
  passkeyChallenge: 5 * 60,
  /** A browser is known so long after its last sign-in. */
  knownBrowser: 180 * 24 * 3_600,
  /** A browser that is trusted asks for no code. */
  trustedBrowser: 30 * 24 * 3_600,
  /** A staff member's read-only view of an account. */
  view: 30 * 60,
} as const;

/** `at` and that many seconds later. */
export function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1_000);
}

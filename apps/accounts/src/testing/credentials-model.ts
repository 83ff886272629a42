// A sequential model of an account's credential, sessions and mailed links, in plain maps, written without the service's code.
// `credentials-model.test.ts` sends concurrent calls to the service and searches for an order in which this model explains every
// answer and the final state.

export interface ModelAccount {
  /** 100 open, 300 closed, 301 merged. */
  state: number;
  password: string;
  email: string;
  /** Live sessions with their numbers of refreshes. */
  sessions: Map<string, number>;
  /** The new address that waits for confirmation, the address at the time of the request, and the session that asked. */
  pending: { readonly to: string; readonly former: string; readonly session: string } | null;
  /** Live links that undo a change, by the requested address. */
  undos: Map<string, { readonly back: string; readonly at: number }>;
  /** When the live reset link was requested. */
  reset: number | null;
  factor: null | { readonly by: string; readonly isOn: boolean };
}

export type Act =
  | { readonly kind: "sign_in"; readonly password: string; readonly as: string }
  | (InSession & { readonly kind: "change"; readonly password: string; readonly to: string })
  | (InSession & { readonly kind: "ask_email"; readonly password: string | null; readonly to: string })
  | { readonly kind: "confirm_email" | "undo_email"; readonly to: string }
  | { readonly kind: "ask_reset"; readonly email: string; readonly at: number }
  | { readonly kind: "use_reset"; readonly asked: number; readonly to: string }
  | (InSession & { readonly kind: "start_factor"; readonly password: string; readonly as: string })
  | (InSession & { readonly kind: "confirm_factor"; readonly by: string })
  | (InSession & { readonly kind: "remove_factor"; readonly password: string; readonly by: string | null })
  | (InSession & { readonly kind: "prove"; readonly password: string })
  | (InSession & { readonly kind: "sign_out" | "end_others" | "refresh" })
  | { readonly kind: "close" | "reopen" | "end_sessions" | "merge" }
  | { readonly kind: "view"; readonly as: string };

interface InSession {
  readonly session: string;
  /** Number of refreshes when its tokens were issued. */
  readonly refreshed: number;
}

/** Possible answers at the moment of the act; the usual one is first. */
type Outcomes = readonly string[];

const OPEN = 100;
/** An ended session may be answered as ended, as a wrong password, or with the reason for its end. */
const ended: Outcomes = ["401 1002", "422 3022", "401 30003"];
const wrong: Outcomes = ["422 3022"];
const done: Outcomes = ["200"];

function killLinks(account: ModelAccount): void {
  account.pending = null;
  account.undos.clear();
  account.reset = null;
}

/**
 * Applies an act to the account.
 *
 * @param outcome the service's answer: a token that is being replaced may be accepted or refused.
 */
export function act(account: ModelAccount, given: Act, outcome: string): Outcomes {
  if ("session" in given) {
    if (given.kind === "refresh") return refresh(account, given);
    const refreshed = account.sessions.get(given.session);
    // Signing out a session that ended concurrently may succeed too.
    if (refreshed === undefined) return given.kind === "sign_out" ? [...done, ...ended] : ended;
    if (refreshed > given.refreshed && outcome === "401 1002") return ended;
    return inSession(account, { ...given, refreshed });
  }
  switch (given.kind) {
    case "sign_in":
      return signIn(account, given.password, given.as);
    case "confirm_email":
    case "undo_email":
      return given.kind === "confirm_email" ? confirmEmail(account, given.to) : undoEmail(account, given.to);
    case "ask_reset":
      if (account.state !== OPEN || account.email !== given.email) return ["422 3027"];
      account.reset = given.at;
      return done;
    case "use_reset":
      return resetPassword(account, given.asked, given.to);
    case "view":
      if (account.state !== OPEN) return ["403 2001"];
      account.sessions.set(given.as, 0);
      return done;
    default:
      return byStaff(account, given.kind);
  }
}

function signIn(account: ModelAccount, password: string, as: string): Outcomes {
  if (account.password !== password) return ["401 1001"];
  if (account.state !== OPEN) return ["403 1004"];
  if (account.factor?.isOn === true) return ["401 1005"];
  account.sessions.set(as, 0);
  return done;
}

/** For a few seconds the spent token returns the same pair. */
function refresh(account: ModelAccount, { session, refreshed }: InSession): Outcomes {
  const times = account.sessions.get(session);
  if (times === undefined) return ["401 invalid_grant", "401 1002", "403 1004", "409 1006"];
  if (times > refreshed + 1) return ["409 1006"];
  account.sessions.set(session, refreshed + 1);
  return done;
}

function inSession(account: ModelAccount, given: Exclude<Act & InSession, { kind: "refresh" }>): Outcomes {
  if ("password" in given && given.password !== null && given.password !== account.password) return wrong;
  switch (given.kind) {
    case "change":
      account.password = given.to;
      account.sessions = new Map([[given.session, given.refreshed]]);
      account.pending = null;
      account.reset = null;
      return done;
    case "ask_email":
      account.pending = { to: given.to, former: account.email, session: given.session };
      account.undos.set(given.to, { back: account.email, at: Number.POSITIVE_INFINITY });
      return done;
    case "start_factor":
      if (account.factor?.isOn === true) return ["409 1008"];
      account.factor = { by: given.as, isOn: false };
      return done;
    case "confirm_factor":
      if (!account.factor) return ["409 1009"];
      if (account.factor.isOn) return ["409 1008"];
      if (account.factor.by !== given.by) return ["422 1007"];
      account.factor = { by: given.by, isOn: true };
      account.sessions = new Map([[given.session, given.refreshed]]);
      return done;
    case "remove_factor":
      if (account.factor?.isOn === true) {
        if (account.factor.by !== given.by) return ["422 1007"];
        account.sessions = new Map([[given.session, given.refreshed]]);
      }
      account.factor = null;
      return done;
    case "prove":
      return done;
    case "sign_out":
      account.sessions.delete(given.session);
      return done;
    default:
      account.sessions = new Map([[given.session, given.refreshed]]);
      return done;
  }
}

function confirmEmail(account: ModelAccount, to: string): Outcomes {
  const { pending } = account;
  if (account.state !== OPEN || pending?.to !== to || pending.former !== account.email) return ["410 3021"];
  account.email = to;
  account.pending = null;
  account.reset = null;
  account.sessions = new Map([...account.sessions].filter(([session]) => session === pending.session));
  return done;
}

function undoEmail(account: ModelAccount, to: string): Outcomes {
  const undo = account.undos.get(to);
  if (account.state !== OPEN || !undo) return ["410 3021"];
  account.email = undo.back;
  account.pending = null;
  account.reset = null;
  account.sessions.clear();
  for (const [other, { at }] of account.undos) if (at >= undo.at) account.undos.delete(other);
  return done;
}

function resetPassword(account: ModelAccount, asked: number, to: string): Outcomes {
  if (account.state !== OPEN || account.reset !== asked) return ["410 3028"];
  account.password = to;
  account.reset = null;
  account.pending = null;
  account.sessions.clear();
  return done;
}

function byStaff(account: ModelAccount, kind: "close" | "reopen" | "end_sessions" | "merge"): Outcomes {
  if (kind === "merge" && account.state === 301) return ["403 2001"];
  if (kind === "reopen") {
    account.state = OPEN;
    return done;
  }
  account.sessions.clear();
  killLinks(account);
  if (kind === "close") account.state = 300;
  if (kind === "merge") account.state = 301;
  return done;
}

export const copyOf = (account: ModelAccount): ModelAccount => structuredClone(account);

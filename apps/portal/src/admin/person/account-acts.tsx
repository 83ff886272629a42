import { call } from "@foyer/api-client/client";
import type { ConnectedApp } from "@foyer/contract/apps";
import type { StaffAccount } from "@foyer/contract/staff-wire";
import { type StaffRight, staffRights } from "@foyer/domain/staff-rights";
import { Checkbox } from "@foyer/ui/field";
import { words } from "#words/admin";
import { words as apps } from "#words/admin-apps";
import { words as repairs } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { beginView } from "../../shared/storage/viewing.ts";
import styles from "../admin.module.css";
import { createLicense, issueKey } from "../license/license-acts.ts";
import { type ActField, endOfDay, type OfferedAct } from "../repair/offered-act.ts";
import { askRestore } from "../restores/restore-acts.ts";

const OPEN = 100;
const CLOSED = 300;
const MERGED = 301;

/** Returns true for an account that can be used. */
export function isOpen({ account_state: state }: StaffAccount): boolean {
  return state === OPEN;
}

/** Returns what can be done about an account now, in the order of the menu. */
export function accountActs(account: StaffAccount): OfferedAct[] {
  if (account.is_erased === true) return [];
  const { username, account_state: state, legal_hold_until: heldUntil } = account;
  return [
    ...(isOpen(account) ? [sendReset(username)] : []),
    changeEmail(username),
    ...(isOpen(account) ? [askRestore(username)] : []),
    endSessions(username),
    ...(isOpen(account) ? [createLicense(username)] : []),
    issueKey(username),
    isOpen(account) ? closeAccount(username) : reopenAccount(username),
    heldUntil === null || heldUntil === undefined ? setHold(username) : liftHold(username),
    ...(account.second_factor ? [removeFactor(username)] : []),
    setRights(account),
    ...(state === MERGED ? [] : [merge(username)]),
  ];
}

function sendReset(username: string): OfferedAct {
  return {
    needs: "resend_mail",
    label: repairs.sendReset,
    title: repairs.sendResetTitle(username),
    text: repairs.sendResetText,
    send: (input) => call(api, "staffSendPasswordReset", { params: { username }, ...input({}) }),
  };
}

function changeEmail(username: string): OfferedAct {
  const email: ActField = { label: repairs.newEmail, kind: "email" };
  return {
    needs: "change_email",
    label: repairs.changeEmail,
    title: repairs.changeEmailTitle(username),
    text: repairs.changeEmailText,
    isDangerous: true,
    fields: [email],
    send: (input, value) =>
      call(api, "staffChangeEmail", { params: { username }, ...input({ new_email_address: value(email) }) }),
  };
}

function endSessions(username: string): OfferedAct {
  return {
    needs: "end_sessions",
    label: repairs.endSessions,
    title: repairs.endSessionsTitle(username),
    text: repairs.endSessionsText,
    isDangerous: true,
    send: (input) => call(api, "staffEndSessions", { params: { username }, ...input({}) }),
  };
}

function closeAccount(username: string): OfferedAct {
  return {
    needs: "close_account",
    label: repairs.close,
    title: repairs.closeTitle(username),
    text: repairs.closeText,
    isDangerous: true,
    send: (input) => call(api, "staffSetAccountState", { params: { username }, ...input({ account_state: CLOSED }) }),
  };
}

function reopenAccount(username: string): OfferedAct {
  return {
    needs: "close_account",
    label: repairs.reopen,
    title: repairs.reopenTitle(username),
    text: repairs.reopenText,
    send: (input) => call(api, "staffSetAccountState", { params: { username }, ...input({ account_state: OPEN }) }),
  };
}

function setHold(username: string): OfferedAct {
  const day: ActField = { label: repairs.holdUntil, kind: "day" };
  return {
    needs: "legal_hold",
    label: repairs.hold,
    title: repairs.holdTitle(username),
    text: repairs.holdText,
    fields: [day],
    send: (input, value) =>
      call(api, "staffSetLegalHold", { params: { username }, ...input({ until: endOfDay(value(day)) }) }),
  };
}

function liftHold(username: string): OfferedAct {
  return {
    needs: "legal_hold",
    label: repairs.liftHold,
    title: repairs.liftTitle(username),
    text: repairs.liftText,
    isDangerous: true,
    send: (input) => call(api, "staffSetLegalHold", { params: { username }, ...input({ until: null }) }),
  };
}

function removeFactor(username: string): OfferedAct {
  return {
    needs: "remove_second_factor",
    label: repairs.removeFactor,
    title: repairs.removeFactorTitle(username),
    text: repairs.removeFactorText,
    isDangerous: true,
    send: (input) => call(api, "staffRemoveSecondFactor", { params: { username }, ...input({}) }),
  };
}

/** Gives or takes a staff member's rights; the first right makes a customer a staff member. */
function setRights({ username, staff_rights: start }: StaffAccount): OfferedAct {
  const rights: ActField = {
    label: words.rights,
    start: start.join(" "),
    isValid: () => true,
    draw: (value, onChange) => <RightsField rights={rightsIn(value)} onChange={(now) => onChange(now.join(" "))} />,
  };
  return {
    needs: "manage_staff",
    label: repairs.setRights,
    title: repairs.setRightsTitle(username),
    text: repairs.setRightsText,
    isDangerous: true,
    fields: [rights],
    send: (input, value) =>
      call(api, "staffSetRights", { params: { username }, ...input({ rights: rightsIn(value(rights)) }) }),
  };
}

const rightsIn = (value: string): StaffRight[] => staffRights.filter((right) => value.split(" ").includes(right));

interface RightsFieldProps {
  rights: readonly StaffRight[];
  onChange: (rights: readonly StaffRight[]) => void;
}

function RightsField({ rights, onChange }: RightsFieldProps) {
  return (
    <fieldset className={styles.lines}>
      <legend>{words.rights}</legend>
      {staffRights.map((right) => (
        <Checkbox
          key={right}
          label={words.rightNames[right]}
          checked={rights.includes(right)}
          onChange={({ target }) =>
            onChange(staffRights.filter((one) => (one === right ? target.checked : rights.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}

function merge(username: string): OfferedAct {
  const into: ActField = { label: repairs.mergeInto };
  return {
    needs: "merge_accounts",
    label: repairs.merge,
    title: repairs.mergeTitle(username),
    text: repairs.mergeText,
    isDangerous: true,
    fields: [into],
    send: (input, value) => call(api, "staffMergeAccounts", { params: { username }, ...input({ into: value(into) }) }),
  };
}

/** Opens the portal as this person; the view is recorded as an act. */
export function viewAs(username: string): OfferedAct {
  return {
    needs: "view_as",
    label: words.viewAs,
    agree: repairs.startViewing,
    title: repairs.viewAs(username),
    text: repairs.viewAsText,
    act: async (reason) => {
      const { token } = await call(api, "staffViewAs", { params: { username }, body: { reason } });
      beginView({ accessToken: token.access_token, username, endsAt: Date.now() + token.expires_in * 1000 });
    },
  };
}

export function endApp(username: string, { id, app, device_name: device }: ConnectedApp): OfferedAct {
  return {
    needs: "end_sessions",
    label: apps.end,
    name: apps.endOf(app.name, device),
    title: apps.endTitle(app.name, username),
    text: apps.endText,
    isDangerous: true,
    send: (input) => call(api, "staffEndApp", { params: { username, grant: id }, ...input({}) }),
  };
}

export function revokeKey(key: string): OfferedAct {
  return {
    needs: "issue_key",
    label: words.revoke,
    name: words.revokeOf(key),
    agree: repairs.revokeKey,
    title: repairs.revokeKeyTitle(key),
    text: repairs.revokeKeyText,
    isDangerous: true,
    send: (input) => call(api, "staffRevokeKey", { params: { key }, ...input({}) }),
  };
}

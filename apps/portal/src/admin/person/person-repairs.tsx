import { call } from "@foyer/api-client/client";
import type { StaffAccount } from "@foyer/contract/staff-wire";
import type { StaffAct } from "@foyer/domain/staff-rights";
import { Button } from "@foyer/ui/button";
import { Menu } from "@foyer/ui/menu";
import { type ReactElement, useState } from "react";
import { words } from "#words/admin";
import { words as repairs } from "#words/admin-repairs";
import { words as restores } from "#words/admin-restores";
import styles from "../admin.module.css";
import { CreateLicenseDialog } from "../license/create-license-dialog.tsx";
import { IssueKeyDialog } from "../license/issue-key-dialog.tsx";
import { AskRestoreDialog } from "../restores/restore-dialogs.tsx";
import { useRights } from "../use-rights.ts";
import {
  ChangeEmailDialog,
  EndSessionsDialog,
  HoldDialog,
  LiftHoldDialog,
  MergeDialog,
  RemoveFactorDialog,
  SendResetDialog,
  StateDialog,
} from "./account-dialogs.tsx";
import { RightsDialog } from "./rights-dialog.tsx";
import { useKept } from "../../shared/forms/use-kept.ts";
import { api } from "../../shared/requests/api.ts";
import { beginView } from "../../shared/storage/viewing.ts";
import { ReasonDialog } from "../reason-dialog.tsx";

const OPEN = 100;

interface Offered {
  readonly act: StaffAct;
  readonly label: string;
  readonly dialog: (props: { account: StaffAccount; onClose: () => void }) => ReactElement;
  readonly isFor?: (account: StaffAccount) => boolean;
}

const isOpen = ({ account_state: state }: StaffAccount): boolean => state === OPEN;

const isHeld = ({ legal_hold_until: until }: StaffAccount): boolean => until !== null && until !== undefined;

/** The domain's table of rights decides who may do what; this list has only the name and the dialog of each act. */
const offered: readonly Offered[] = [
  { act: "resend_mail", label: repairs.sendReset, dialog: SendResetDialog, isFor: isOpen },
  { act: "change_email", label: repairs.changeEmail, dialog: ChangeEmailDialog },
  { act: "restore_access", label: restores.ask, dialog: AskRestoreDialog, isFor: isOpen },
  { act: "end_sessions", label: repairs.endSessions, dialog: EndSessionsDialog },
  { act: "edit_license", label: repairs.createLicense, dialog: CreateLicenseDialog, isFor: isOpen },
  { act: "issue_key", label: repairs.issueKey, dialog: IssueKeyDialog },
  { act: "close_account", label: repairs.close, dialog: StateDialog, isFor: isOpen },
  { act: "close_account", label: repairs.reopen, dialog: StateDialog, isFor: (account) => !isOpen(account) },
  { act: "legal_hold", label: repairs.hold, dialog: HoldDialog, isFor: (account) => !isHeld(account) },
  { act: "legal_hold", label: repairs.liftHold, dialog: LiftHoldDialog, isFor: isHeld },
  {
    act: "remove_second_factor",
    label: repairs.removeFactor,
    dialog: RemoveFactorDialog,
    isFor: ({ second_factor: isOn }) => isOn,
  },
  { act: "manage_staff", label: repairs.setRights, dialog: RightsDialog },
  {
    act: "merge_accounts",
    label: repairs.merge,
    dialog: MergeDialog,
    isFor: ({ account_state: state }) => state !== 301,
  },
];

/** The actions for a person that the staff member may do. */
export function PersonRepairs({ account }: { account: StaffAccount }) {
  const may = useRights();
  const [chosen, setChosen] = useKept<string | null>("repair", null);
  const [viewing, setViewing] = useState(false);
  const items = offered.filter(
    ({ act, isFor }) => account.is_erased !== true && may(act) && (isFor?.(account) ?? true),
  );
  const Chosen = offered.find(({ label }) => label === chosen)?.dialog;
  return (
    <div className={styles.acts}>
      {may("view_as") && isOpen(account) && <Button onClick={() => setViewing(true)}>{words.viewAs}</Button>}
      {items.length > 0 && (
        <Menu
          label={words.actions}
          align="start"
          items={items.map((one) => ({ label: one.label, onSelect: () => setChosen(one.label) }))}
        />
      )}
      {viewing && <ViewAsDialog username={account.username} onClose={() => setViewing(false)} />}
      {Chosen && <Chosen account={account} onClose={() => setChosen(null)} />}
    </div>
  );
}

/** Asks why before somebody's portal is looked at; the view is recorded as an act. */
function ViewAsDialog({ username, onClose }: { username: string; onClose: () => void }) {
  async function view(reason: string) {
    const { token } = await call(api, "staffViewAs", { params: { username }, body: { reason } });
    beginView({ accessToken: token.access_token, username, endsAt: Date.now() + token.expires_in * 1000 });
  }
  return (
    <ReasonDialog
      title={repairs.viewAs(username)}
      text={repairs.viewAsText}
      agree={repairs.startViewing}
      act={view}
      onClose={onClose}
    />
  );
}

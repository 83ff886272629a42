import { call } from "@foyer/api-client/client";
import type { Manager } from "@foyer/contract/managers";
import { FormDialog } from "@foyer/ui/form-dialog";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useNavigate } from "react-router";
import { words } from "#words/team";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { managedLicensesQuery } from "../../shared/requests/queries.ts";
import { forgetTeam } from "../../shared/storage/team-choice.ts";
import { useProvedSubmit } from "../../shared/proof/use-proved-submit.tsx";

interface RemoveManagerDialogProps {
  licenseId: string;
  manager: Manager;
  /** The person removes herself, and then has no access to this page. */
  isOwn: boolean;
  onRemoved: (left: readonly Manager[]) => void;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks before removing a manager, who may be the person herself. Asks for the password if the service requires it. */
export function RemoveManagerDialog({ licenseId, manager, isOwn, onRemoved, ...frame }: RemoveManagerDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const removal = useProvedSubmit(
    async (proof, signal) => {
      const body = { account_name: manager.username, ...proof };
      const { managers } = await call(api, "removeManager", { params: { id: licenseId }, body, signal });
      await removed(managers);
    },
    { waitsFor: sending.managers },
  );

  async function removed(left: readonly Manager[]) {
    announce(words.managerRemoved(manager.username));
    if (!isOwn) {
      onRemoved(left);
      frame.onClose();
      return;
    }
    forgetTeam();
    await navigate("/");
    await client.invalidateQueries({ queryKey: managedLicensesQuery.queryKey });
  }

  return (
    <FormDialog
      title={isOwn ? words.leaveTitle : words.removeManagerTitle(manager.username)}
      description={isOwn ? words.leaveText : words.removeManagerText}
      submit={isOwn ? words.leave : words.removeManager}
      cancel={words.cancel}
      danger
      busy={removal.busy}
      waiting={removal.waiting}
      ready={removal.ready}
      refusal={<FailureNotice failure={removal.failure} sentence={removal.unsent} />}
      proof={removal.proof}
      onSubmit={removal.submit}
      {...frame}
    />
  );
}

import { call } from "@foyer/api-client/client";
import type { Manager } from "@foyer/contract/managers";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useNavigate } from "react-router";
import { words } from "#words/team";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { managedLicensesQuery } from "../../shared/requests/queries.ts";
import { forgetTeam } from "../../shared/storage/team-choice.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { SubmitProof } from "../../shared/proof/proof-field.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";

interface RemoveManagerDialogProps {
  licenseId: string;
  manager: Manager;
  /** The person removes herself, and then has no access to this page. */
  isOwn: boolean;
  onRemoved: (left: readonly Manager[]) => void;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks before removing a manager, also if the person removes herself. Asks for the password if the service requires it. */
export function RemoveManagerDialog({ licenseId, manager, isOwn, onRemoved, ...frame }: RemoveManagerDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const removal = useSubmit(
    async (_, signal, proof) => {
      const body = { account_name: manager.username, ...proof };
      const { managers } = await call(api, "removeManager", { params: { id: licenseId }, body, signal });
      await removed(managers);
    },
    sending.managers,
    { proof: "on-demand" },
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
    <SubmitDialog
      sending={removal}
      title={isOwn ? words.leaveTitle : words.removeManagerTitle(manager.username)}
      description={isOwn ? words.leaveText : words.removeManagerText}
      submit={isOwn ? words.leave : words.removeManager}
      danger
      proof={<SubmitProof sending={removal} />}
      {...frame}
    />
  );
}

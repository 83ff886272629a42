import { call } from "@foyer/api-client/client";
import type { Manager } from "@foyer/contract/managers";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { words } from "#words/team";
import { api } from "../../shared/api.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { managedLicensesQuery } from "../../shared/queries.ts";
import { forgetTeam } from "../../shared/team-choice.ts";

interface RemoveManagerDialogProps {
  licenceId: string;
  manager: Manager;
  /** The person takes herself away, and has no business here any more. */
  isOwn: boolean;
  onRemoved: (left: readonly Manager[]) => void;
  onClose: () => void;
}

/** Asks before somebody stops being a manager; a manager may leave, too. */
export function RemoveManagerDialog({ licenceId, manager, isOwn, onRemoved, onClose }: RemoveManagerDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const removal = useMutation({
    mutationFn: async () =>
      await call(api, "removeManager", { params: { id: licenceId }, body: { account_name: manager.username } }),
    onSuccess: async ({ managers }) => {
      announce(words.managerRemoved(manager.username));
      if (!isOwn) {
        onRemoved(managers);
        onClose();
        return;
      }
      forgetTeam();
      await navigate("/");
      await client.invalidateQueries({ queryKey: managedLicensesQuery.queryKey });
    },
  });
  return (
    <Dialog
      title={isOwn ? words.leaveTitle : words.removeManagerTitle(manager.username)}
      role="alertdialog"
      onClose={removal.isPending ? undefined : onClose}
      actions={
        <>
          <Button disabled={removal.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
            {isOwn ? words.leave : words.removeManager}
          </Button>
        </>
      }
    >
      <p>{isOwn ? words.leaveText : words.removeManagerText}</p>
      {removal.isError && <Notice kind="danger">{sentenceOf(removal.error)}</Notice>}
    </Dialog>
  );
}

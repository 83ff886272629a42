import { call } from "@foyer/api-client/client";
import type { Manager } from "@foyer/contract/managers";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { words } from "#words/team";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { formClass } from "../../shared/panel.tsx";
import { managedLicensesQuery } from "../../shared/queries.ts";
import { forgetTeam } from "../../shared/team-choice.ts";
import { useSubmit } from "../../shared/use-submit.ts";
import { wantsProof } from "../../shared/wants-proof.ts";
import { ProofField } from "./proof-field.tsx";

interface RemoveManagerDialogProps {
  licenseId: string;
  manager: Manager;
  /** The person takes herself away, and has no business here any more. */
  isOwn: boolean;
  onRemoved: (left: readonly Manager[]) => void;
  onClose: () => void;
}

/** Asks before somebody stops being a manager; a manager may leave, too. Asks for the password where the service wants it. */
export function RemoveManagerDialog({ licenseId, manager, isOwn, onRemoved, onClose }: RemoveManagerDialogProps) {
  const form = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [asksForPassword, setAsksForPassword] = useState(false);
  const removal = useSubmit(async (isProved: boolean) => {
    const body = { account_name: manager.username, ...(asksForPassword && !isProved && { password }) };
    try {
      const { managers } = await call(api, "removeManager", { params: { id: licenseId }, body });
      await removed(managers);
    } catch (error) {
      if (!wantsProof(error)) throw error;
      setAsksForPassword(true);
    }
  });

  async function removed(left: readonly Manager[]) {
    announce(words.managerRemoved(manager.username));
    if (!isOwn) {
      onRemoved(left);
      onClose();
      return;
    }
    forgetTeam();
    await navigate("/");
    await client.invalidateQueries({ queryKey: managedLicensesQuery.queryKey });
  }

  return (
    <Dialog
      title={isOwn ? words.leaveTitle : words.removeManagerTitle(manager.username)}
      role="alertdialog"
      onClose={removal.busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={removal.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            look="danger"
            busy={removal.busy}
            disabled={asksForPassword && password === ""}
          >
            {isOwn ? words.leave : words.removeManager}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={formClass}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          removal.submit(false);
        }}
      >
        <p>{isOwn ? words.leaveText : words.removeManagerText}</p>
        {asksForPassword ? (
          <ProofField
            value={password}
            failure={removal.failure}
            onChange={setPassword}
            onProved={() => removal.submit(true)}
          />
        ) : (
          <FailureNotice failure={removal.failure} />
        )}
      </form>
    </Dialog>
  );
}

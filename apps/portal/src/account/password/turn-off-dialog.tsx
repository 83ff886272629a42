import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { TextField } from "@foyer/ui/field";
import { useId, useState } from "react";
import { words } from "#words/security";
import { api } from "../../shared/api.ts";
import { codeOf } from "../../shared/failure-code.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { formClass } from "../../shared/panel.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { wantsProof } from "../../shared/wants-proof.ts";
import { isWrongPassword, ProofField } from "./proof-field.tsx";

const WRONG_CODE = 1007;

/** Turns the second factor off by a code, after saying what that means; asks for the password where the service wants it. */
export function TurnOffDialog({ onClose, onTurnedOff }: { onClose: () => void; onTurnedOff: () => void }) {
  const form = useId();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksForPassword, setAsksForPassword] = useState(false);
  const turning = useSubmit<void>(async () => {
    try {
      await call(api, "removeSecondFactor", { body: { otp: code, ...(asksForPassword ? { password } : {}) } });
      onTurnedOff();
    } catch (error) {
      if (!wantsProof(error)) throw error;
      setAsksForPassword(true);
    }
  });
  const isWrongCode = codeOf(turning.failure) === WRONG_CODE;
  return (
    <Dialog
      role="alertdialog"
      title={words.offTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.keepOn}</Button>
          <Button
            type="submit"
            form={form}
            look="danger"
            busy={turning.busy}
            disabled={code === "" || (asksForPassword && password === "")}
          >
            {words.turnOff}
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
          turning.submit();
        }}
      >
        {!isWrongPassword(turning.failure) && !isWrongCode && <FailureNotice failure={turning.failure} />}
        <p>{words.offHelp}</p>
        <TextField
          label={words.code}
          hint={words.offCodeHint}
          error={isWrongCode ? words.wrongCode : null}
          autoComplete="one-time-code"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog asks for
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {asksForPassword && (
          <ProofField
            value={password}
            failure={turning.failure}
            onChange={setPassword}
            onProved={() => setAsksForPassword(false)}
          />
        )}
      </form>
    </Dialog>
  );
}

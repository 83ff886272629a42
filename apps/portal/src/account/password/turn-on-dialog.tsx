import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Progress } from "@foyer/ui/spinner";
import { TextField } from "@foyer/ui/field";
import { words as common } from "#words/common";
import { words } from "#words/security";
import { api } from "../../shared/api.ts";
import { codeOf } from "../../shared/failure-code.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { formClass } from "../../shared/panel.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { wantsProof } from "../../shared/wants-proof.ts";
import { isWrongPassword, ProofField } from "./proof-field.tsx";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./turn-on-dialog.module.css";

const WRONG_CODE = 1007;

type Secret = CallReply<"startSecondFactor">;

type Step =
  | { readonly name: "starting" }
  | { readonly name: "proof" }
  | { readonly name: "app"; readonly secret: Secret }
  | { readonly name: "codes"; readonly codes: readonly string[] };

/** Turns the second factor on: the password where it is wanted, the secret for the app, its first code, the recovery codes. */
export function TurnOnDialog({ onClose, onTurnedOn }: { onClose: () => void; onTurnedOn: () => void }) {
  const [step, setStep] = useState<Step>({ name: "starting" });
  const starting = useSubmit(async (password: string | null) => {
    try {
      const secret = await call(api, "startSecondFactor", { body: password === null ? {} : { password } });
      setStep({ name: "app", secret });
    } catch (error) {
      if (!wantsProof(error)) throw error;
      setStep({ name: "proof" });
    }
  });
  const { submit } = starting;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    submit(null);
  }, [submit]);

  switch (step.name) {
    case "starting":
      return (
        <Dialog title={words.setUpTitle} onClose={onClose} actions={<Button onClick={onClose}>{common.cancel}</Button>}>
          <FailureNotice failure={starting.failure} />
          {starting.busy && <Progress label={common.loading} />}
        </Dialog>
      );
    case "proof":
      return <ProofStep busy={starting.busy} failure={starting.failure} onClose={onClose} onProof={submit} />;
    case "app":
      return (
        <AppStep secret={step.secret} onClose={onClose} onConfirmed={(codes) => setStep({ name: "codes", codes })} />
      );
    case "codes":
      return (
        <Dialog
          title={words.codesTitle}
          actions={
            <Button look="primary" onClick={onTurnedOn}>
              {words.kept}
            </Button>
          }
        >
          <RecoveryCodes codes={step.codes} />
        </Dialog>
      );
  }
}

interface FormDialogProps {
  busy: boolean;
  disabled: boolean;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

function FormDialog({ busy, disabled, onClose, onSubmit, children }: FormDialogProps) {
  const form = useId();
  function submitted(event: FormEvent) {
    event.preventDefault();
    if (!disabled) onSubmit();
  }
  return (
    <Dialog
      title={words.setUpTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" form={form} look="primary" busy={busy} disabled={disabled}>
            {words.next}
          </Button>
        </>
      }
    >
      <form id={form} className={formClass} noValidate onSubmit={submitted}>
        {children}
      </form>
    </Dialog>
  );
}

interface ProofStepProps {
  busy: boolean;
  failure: unknown;
  onClose: () => void;
  /** Null after a proof by passkey. */
  onProof: (password: string | null) => void;
}

function ProofStep({ busy, failure, onClose, onProof }: ProofStepProps) {
  const [password, setPassword] = useState("");
  return (
    <FormDialog busy={busy} disabled={password === ""} onClose={onClose} onSubmit={() => onProof(password)}>
      {!isWrongPassword(failure) && <FailureNotice failure={failure} />}
      <p>{words.proofHelp}</p>
      <ProofField value={password} failure={failure} onChange={setPassword} onProved={() => onProof(null)} />
    </FormDialog>
  );
}

interface AppStepProps {
  secret: Secret;
  onClose: () => void;
  onConfirmed: (codes: readonly string[]) => void;
}

function AppStep({ secret, onClose, onConfirmed }: AppStepProps) {
  const [code, setCode] = useState("");
  const confirming = useSubmit<void>(async () => {
    const { recovery_codes: codes } = await call(api, "confirmSecondFactor", { body: { otp: code.trim() } });
    onConfirmed(codes);
  });
  const isWrongCode = codeOf(confirming.failure) === WRONG_CODE;
  return (
    <FormDialog
      busy={confirming.busy}
      disabled={code.trim() === ""}
      onClose={onClose}
      onSubmit={() => confirming.submit()}
    >
      {!isWrongCode && <FailureNotice failure={confirming.failure} />}
      <p>{words.scan}</p>
      <QrCode text={secret.otpauth_uri} label={words.picture} />
      <div>
        <p>{words.orType}</p>
        <code className={styles.secret}>{secret.secret.match(/.{1,4}/g)?.join(" ")}</code>
        <p>
          <a href={secret.otpauth_uri}>{words.open}</a>
        </p>
      </div>
      <TextField
        label={words.code}
        hint={words.codeHint}
        error={isWrongCode ? words.wrongCode : null}
        autoComplete="one-time-code"
        inputMode="numeric"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog asks for now
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}

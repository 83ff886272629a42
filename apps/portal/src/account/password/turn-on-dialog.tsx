import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { TextField } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { Progress } from "@foyer/ui/spinner";
import { useEffect, useRef, useState, useMemo } from "react";
import { encode } from "uqr";
import { words as common } from "#words/common";
import { words } from "#words/security";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { refusalOf } from "../../shared/failures/refusal-of.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { useProvedSubmit } from "../../shared/proof/use-proved-submit.tsx";
import { unsentSentence, useSending } from "../../shared/forms/use-sending.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./turn-on-dialog.module.css";

/** Width in modules of the light border that QR readers require. */
const QUIET = 4;

/** Shows a text as a QR code, dark on light in both themes, as QR readers expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const modules = encode(text, { ecc: "M", border: QUIET });
    const squares = modules.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: squares.join(""), size: modules.size };
  }, [text]);
  return (
    <svg className={styles.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" className={styles.ink} />
    </svg>
  );
}

type Secret = CallReply<"startSecondFactor">;

/** Turns the second factor on: the password if required, the secret for the app, its first code, the recovery codes. */
export function TurnOnDialog({ onClose, onTurnedOn }: { onClose: () => void; onTurnedOn: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <DoneDialog title={words.codesTitle} button={words.kept} onlyOnce onClose={onTurnedOn}>
        <RecoveryCodes codes={codes} />
      </DoneDialog>
    );
  }
  if (secret) return <AppStep secret={secret} onClose={onClose} onConfirmed={setCodes} />;
  return <StartStep onClose={onClose} onStarted={setSecret} />;
}

/** Requests the secret immediately; asks for the password only if the service requires it. */
function StartStep({ onClose, onStarted }: { onClose: () => void; onStarted: (secret: Secret) => void }) {
  const starting = useProvedSubmit(
    async (body, signal) => onStarted(await call(api, "startSecondFactor", { body, signal })),
    { waitsFor: sending.setUp, unheard: sending.unheardSafe },
  );
  const { busy, failure, proof, submit } = starting;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    submit();
  }, [submit]);
  return (
    <FormDialog
      title={words.setUpTitle}
      submit={proof ? words.next : null}
      cancel={common.cancel}
      // The dialog may be closed while no proof is being checked.
      busy={busy && Boolean(proof)}
      waiting={starting.waiting}
      ready={starting.ready}
      refusal={<FailureNotice failure={failure} sentence={starting.unsent} />}
      proof={proof}
      onSubmit={submit}
      onClose={onClose}
    >
      {busy && !proof && <Progress label={common.loading} />}
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
  const confirming = useSending<void>(
    async (_, signal) => {
      const body = { otp: code.trim() };
      const { recovery_codes: codes } = await call(api, "confirmSecondFactor", { body, signal });
      onConfirmed(codes);
    },
    sending.code,
    sending.unheardCode,
  );
  const isWrongCode = refusalOf(confirming.failure) === "second_factor.wrong_code";
  return (
    <FormDialog
      title={words.setUpTitle}
      description={words.scan}
      submit={words.next}
      cancel={common.cancel}
      busy={confirming.busy}
      waiting={confirming.waiting}
      ready={code.trim() !== ""}
      refusal={
        isWrongCode ? null : (
          <FailureNotice failure={confirming.failure} sentence={unsentSentence(confirming.failure)} />
        )
      }
      onSubmit={confirming.submit}
      onClose={onClose}
    >
      <QrCode text={secret.otpauth_uri} label={words.picture} />
      <div>
        <p>{words.orType}</p>
        <code className={styles.secret} translate="no">
          {secret.secret.match(/.{1,4}/g)?.join(" ")}
        </code>
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
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step asks only for this
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}

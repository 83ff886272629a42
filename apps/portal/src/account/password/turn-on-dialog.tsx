import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { TextField } from "@foyer/ui/field";
import { Progress } from "@foyer/ui/spinner";
import { useEffect, useMemo, useRef, useState } from "react";
import { encode } from "uqr";
import { Button } from "@foyer/ui/button";
import { words as common } from "#words/common";
import { words } from "#words/security";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { SubmitProof } from "../../shared/proof/proof-field.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import styles from "./turn-on-dialog.module.css";
import { Actions } from "../../shared/screens/panel.tsx";
import { saveFile } from "../../shared/screens/save-file.ts";

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
  const starting = useSubmit(
    async (_, signal, body) => onStarted(await call(api, "startSecondFactor", { body, signal })),
    sending.setUp,
    { proof: "on-demand", unheard: sending.unheardSafe },
  );
  const { busy, submit } = starting;
  const { isAsked } = starting.proof;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    submit();
  }, [submit]);
  return (
    <SubmitDialog
      sending={starting}
      title={words.setUpTitle}
      submit={isAsked ? words.next : null}
      // The dialog may be closed while no proof is being checked.
      busy={busy && isAsked}
      proof={<SubmitProof sending={starting} />}
      onClose={onClose}
    >
      {busy && !isAsked && <Progress label={common.loading} />}
    </SubmitDialog>
  );
}

interface AppStepProps {
  secret: Secret;
  onClose: () => void;
  onConfirmed: (codes: readonly string[]) => void;
}

function AppStep({ secret, onClose, onConfirmed }: AppStepProps) {
  const [code, setCode] = useState("");
  const confirming = useSubmit(
    async (_, signal) => {
      const body = { otp: code.trim() };
      const { recovery_codes: codes } = await call(api, "confirmSecondFactor", { body, signal });
      onConfirmed(codes);
    },
    sending.code,
    { unheard: sending.unheardCode, fields: ["otp"] },
  );
  return (
    <SubmitDialog
      sending={confirming}
      title={words.setUpTitle}
      description={words.scan}
      submit={words.next}
      ready={code.trim() !== ""}
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
        error={confirming.fault("otp")}
        autoComplete="one-time-code"
        inputMode="numeric"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step asks only for this
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </SubmitDialog>
  );
}

/** The recovery codes, with two ways to save them. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;
  return (
    <>
      <p>{words.codesHelp}</p>
      <ul className={styles.codes} aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code} translate="no">
            {code}
          </li>
        ))}
      </ul>
      <Actions>
        <Button
          small
          onClick={() => {
            void navigator.clipboard.writeText(text).then(() => setCopied(true));
          }}
        >
          {words.copy}
        </Button>
        <Button small onClick={() => saveFile(words.fileName, "text/plain", text)}>
          {words.save}
        </Button>
      </Actions>
      <p role="status">{copied && words.copied}</p>
    </>
  );
}

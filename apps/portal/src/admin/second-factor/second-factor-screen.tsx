import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import { Button, buttonClass } from "@foyer/ui/button";
import { PasswordField, TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { words } from "#words/admin";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { Actions, formClass, Panel } from "../../shared/panel.tsx";
import { userQuery } from "../../shared/queries.ts";
import { Screen } from "../../shared/screen.tsx";
import { useReveal } from "../../shared/use-reveal.ts";
import { useSubmit } from "../../shared/use-submit.ts";
import styles from "../admin.module.css";

type Step =
  | { readonly name: "ask"; readonly needsProof: boolean }
  | { readonly name: "confirm"; readonly secret: string; readonly link: string }
  | { readonly name: "done"; readonly codes: readonly string[] };

const PROOF_REQUIRED = 2002;

/** Where a staff member gets the second factor without which the area stays closed. */
export function SecondFactorScreen() {
  const [step, setStep] = useState<Step>({ name: "ask", needsProof: false });
  return (
    <Screen
      title={words.factorTitle}
      width="text"
      heading={step.name === "done" ? words.factorDone : words.factorTitle}
    >
      <Panel>
        {step.name === "ask" && <Ask needsProof={step.needsProof} onStep={setStep} />}
        {step.name === "confirm" && <Confirm {...step} onStep={setStep} />}
        {step.name === "done" && <Done codes={step.codes} />}
      </Panel>
    </Screen>
  );
}

function Ask({ needsProof, onStep }: { needsProof: boolean; onStep: (step: Step) => void }) {
  const [password, setPassword] = useState("");
  const reveal = useReveal();
  const starting = useSubmit<void>(async () => {
    try {
      const body = needsProof ? { password } : {};
      const { secret, otpauth_uri: link } = await call(api, "startSecondFactor", { body });
      onStep({ name: "confirm", secret, link });
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== PROOF_REQUIRED) throw failure;
      onStep({ name: "ask", needsProof: true });
    }
  });
  return (
    <form
      className={formClass}
      onSubmit={(event) => {
        event.preventDefault();
        starting.submit();
      }}
    >
      <p>{words.factorText}</p>
      {needsProof && (
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          value={password}
          reveal={reveal}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <FailureNotice failure={starting.failure} />
      <Actions>
        <Button type="submit" look="primary" busy={starting.busy} disabled={needsProof && password === ""}>
          {words.factorStart}
        </Button>
      </Actions>
    </form>
  );
}

interface ConfirmProps {
  secret: string;
  link: string;
  onStep: (step: Step) => void;
}

function Confirm({ secret, link, onStep }: ConfirmProps) {
  const [code, setCode] = useState("");
  const confirming = useSubmit<void>(async () => {
    const { recovery_codes: codes } = await call(api, "confirmSecondFactor", { body: { otp: code.trim() } });
    onStep({ name: "done", codes });
  });
  return (
    <form
      className={formClass}
      onSubmit={(event) => {
        event.preventDefault();
        confirming.submit();
      }}
    >
      <div>
        <p>{words.factorSecretHelp}</p>
        <p className={styles.id}>{secret}</p>
        <p>
          <a href={link}>{words.factorLink}</a>
        </p>
      </div>
      <TextField
        label={words.factorCode}
        hint={words.factorCodeHelp}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <FailureNotice failure={confirming.failure} />
      <Actions>
        <Button type="submit" look="primary" busy={confirming.busy} disabled={code.trim() === ""}>
          {words.factorConfirm}
        </Button>
      </Actions>
    </form>
  );
}

function Done({ codes }: { codes: readonly string[] }) {
  const client = useQueryClient();
  return (
    <>
      <Notice kind="success">{words.factorDoneText}</Notice>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions>
        <Link
          to="/admin"
          className={buttonClass({ look: "primary" })}
          onClick={() => void client.invalidateQueries({ queryKey: userQuery.queryKey })}
        >
          {words.factorGoOn}
        </Link>
      </Actions>
    </>
  );
}

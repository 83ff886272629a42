import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Progress } from "@foyer/ui/spinner";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { PasswordField } from "@foyer/ui/field";
import { words } from "#words/apps";
import { words as proof } from "#words/proof";
import { Form } from "../shared/forms/form.tsx";
import { Actions, mutedClass, Panel } from "../shared/screens/panel.tsx";
import { api, signOut } from "../shared/requests/api.ts";
import { forgetAppRequest } from "../shared/storage/app-request.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { userQuery } from "../shared/requests/queries.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { type AppRequest, Dead } from "./app-request.tsx";
import { ScopeList } from "./scope-list.tsx";
import { PasskeyProof } from "../shared/passkeys/passkey-proof.tsx";
import { useReveal } from "../shared/forms/use-reveal.ts";

interface QuestionProps {
  code: string;
  request: AppRequest;
}

type Step =
  | { readonly kind: "asking" | "consent" | "proof" | "sign_in" }
  | { readonly kind: "go"; readonly url: string };

/** Answers an app's request for the signed-in person: immediately, or after a consent or a proof. */
export function Question({ code, request }: QuestionProps) {
  const { name } = request.app;
  const [step, setStep] = useState<Step>({ kind: "asking" });
  const answering = useSubmit<boolean | undefined>(async (allow) => {
    const answer = await call(api, "answerAppRequest", {
      params: { code },
      body: allow === undefined ? {} : { allow },
    });
    if (answer.next !== "go") {
      setStep({ kind: answer.next });
      return;
    }
    setStep({ kind: "go", url: answer.url });
    location.replace(answer.url);
  });
  const { submit } = answering;
  // The person may leave without an answer; the start page must not lead back here.
  useEffect(forgetAppRequest, []);
  useEffect(() => submit(undefined), [code]); // oxlint-disable-line react-hooks/exhaustive-deps -- once for each request
  if (refusalOf(answering.failure) === "app_request.dead") return <Dead />;
  return (
    <Screen title={words.pageTitle} heading={words.heading(name)} width="text">
      <FailureNotice failure={answering.failure} />
      {step.kind === "asking" && answering.failure === null && <Progress label={words.loading} />}
      {step.kind === "go" && <GoingOn name={name} url={step.url} />}
      {step.kind === "proof" && (
        <>
          <ProofForm app={name} onProved={() => submit(undefined)}>
            <Account />
          </ProofForm>
          <Actions>
            <Button disabled={answering.busy} onClick={() => submit(false)}>
              {words.cancel}
            </Button>
          </Actions>
        </>
      )}
      {step.kind === "sign_in" && <SignInAnew app={name} busy={answering.busy} onCancel={() => submit(false)} />}
      {(step.kind === "consent" || (step.kind === "asking" && answering.failure !== null)) && (
        <Consent request={request} busy={answering.busy} onAnswer={submit} />
      )}
    </Screen>
  );
}

/** Leads to the sign-in form, which asks for the password and the code. */
function SignInAnew({ app, busy, onCancel }: { app: string; busy: boolean; onCancel: () => void }) {
  const leaving = useSubmit(signOut);
  return (
    <>
      <Panel>
        <p>{words.signInAnew(app)}</p>
      </Panel>
      <Actions>
        <Button disabled={busy || leaving.busy} onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button look="primary" busy={leaving.busy} onClick={() => leaving.submit()}>
          {words.signInAgain}
        </Button>
      </Actions>
    </>
  );
}

/** A link to the app, because some browsers open an app only after a click. */
function GoingOn({ name, url }: { name: string; url: string }) {
  return (
    <Panel>
      <p role="status">{words.goingOn(name)}</p>
      <p>
        <a href={url}>{words.backTo(name)}</a>
      </p>
    </Panel>
  );
}

interface ConsentProps {
  request: AppRequest;
  busy: boolean;
  onAnswer: (allow: boolean) => void;
}

/** The signed-in account, and a button to use another one. */
function Account() {
  const account = useQuery(userQuery).data;
  const leaving = useSubmit(signOut);
  return (
    <>
      {account && <p>{words.signedInAs(account.username, account.email)}</p>}
      <div>
        <Button small busy={leaving.busy} onClick={() => leaving.submit()}>
          {words.otherAccount}
        </Button>
      </div>
    </>
  );
}

function Consent({ request: { app, scopes }, busy, onAnswer }: ConsentProps) {
  return (
    <>
      <Panel>
        <p>{words.asks(app.name)}</p>
        <ScopeList app={app.name} scopes={scopes} />
        <p className={mutedClass}>{words.never}</p>
        <Account />
      </Panel>
      <Actions>
        <Button disabled={busy} onClick={() => onAnswer(false)}>
          {words.deny}
        </Button>
        <Button look="primary" busy={busy} onClick={() => onAnswer(true)}>
          {words.allow}
        </Button>
      </Actions>
    </>
  );
}

interface ProofFormProps {
  app: string;
  onProved: () => void;
  /** The account to prove. */
  children: ReactNode;
}

/** Asks for the password or a passkey again, for an app that requires it (OIDC-07). */
function ProofForm({ app, onProved, children }: ProofFormProps) {
  const [password, setPassword] = useState("");
  const reveal = useReveal();
  const proving = useSubmit(async () => {
    await call(api, "provePassword", { body: { password } });
    onProved();
  });
  return (
    <Panel>
      <p>{words.proofHelp(app)}</p>
      <FailureNotice failure={proving.failure} />
      <Form onSubmit={() => proving.submit()}>
        <PasswordField
          label={proof.password}
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the page asks for
          autoFocus
          value={password}
          reveal={reveal}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" look="primary" wide busy={proving.busy} disabled={password === ""}>
          {words.confirm}
        </Button>
      </Form>
      <PasskeyProof disabled={proving.busy} onProved={onProved} />
      {children}
    </Panel>
  );
}

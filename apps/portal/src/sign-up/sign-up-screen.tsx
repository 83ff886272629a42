import { Button, buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useEffect, useReducer, useRef, useState } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { call } from "@foyer/api-client/client";
import { Progress } from "@foyer/ui/spinner";
import { words } from "#words/sign-up";
import { words as common } from "#words/common";
import { Link } from "../shared/screens/router.tsx";
import { Actions, Aside, formClass, mutedClass, Panel } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { brand } from "../shared/settings/settings.ts";
import { AccountStep } from "./account-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { KeyStep } from "./key-step.tsx";
import {
  begunBy,
  firstStep,
  nextAddress,
  type ProvedInvitation,
  type SignUp,
  signUp,
  type SignUpEvent,
} from "./sign-up.ts";
import { forgetOrigin, keepBegun, keepDone, noteOrigin, readBegun, readDone, readOrigin } from "./stored-sign-up.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { api } from "../shared/requests/api.ts";

const numbers: Partial<Record<SignUp["step"], number>> = { email: 1, key: 2, account: 3 };

function begin({ search, state }: Pick<Location, "search" | "state">): SignUp {
  const done = readDone();
  if (done !== null) return { step: "done", username: done };
  const query = new URLSearchParams(search);
  const [reference, proof] = [query.get("ref"), query.get("proof")];
  return firstStep(readBegun(), reference && proof ? { reference, proof } : null, invitedIn(state));
}

/** The invited address, from the page of the invitation. */
function invitedIn(state: unknown): string {
  if (typeof state !== "object" || state === null || !("invited" in state)) return "";
  return typeof state.invited === "string" ? state.invited : "";
}

/** Signing up: address, confirm key, account. */
export function SignUpScreen() {
  const location = useLocation();
  const { search, pathname } = location;
  const navigate = useNavigate();
  const [now, happened] = useReducer(signUp, location, begin);
  useEffect(() => noteOrigin(search), [search]);
  useEffect(() => keepBegun(begunBy(now)), [now]);
  // A used proof is removed from the URL, which may be copied.
  const isSpent = now.step !== "invited" && search.includes("proof=");
  useEffect(() => {
    const query = new URLSearchParams(search);
    query.delete("proof");
    if (isSpent) void navigate(`${pathname}?${query.toString()}`, { replace: true });
  }, [isSpent, navigate, pathname, search]);
  const [isOrdering] = useState(() => readOrigin().returnLink === "/buy");
  const at = now.step === "account" && now.isInvited ? undefined : numbers[now.step];
  const reference = new URLSearchParams(search).get("ref");
  const signIn = reference ? `/confirm-invite/?ref=${encodeURIComponent(reference)}` : "/";
  return (
    <Screen title={words.pageTitle} heading={headingOf(now)} width="card">
      {now.step === "email" && now.notice === "expired" && <Notice kind="warning">{words.expired}</Notice>}
      {now.step === "email" && now.notice === "has_account" && <Notice kind="info">{words.hasAccount}</Notice>}
      {now.step !== "done" && isOrdering && <Notice kind="info">{words.orderKept}</Notice>}
      <Panel>
        {at !== undefined && <p className={mutedClass}>{words.step(at)}</p>}
        <Step now={now} happened={happened} />
      </Panel>
      {now.step !== "done" && (
        <Aside>
          <span>
            {words.haveAccount} <Link to={signIn}>{words.signIn}</Link>
          </span>
        </Aside>
      )}
    </Screen>
  );
}

function headingOf(now: SignUp): string {
  if (now.step === "in_progress") return words.inProgressHeading;
  return now.step === "done" ? words.doneHeading : words.heading(brand.provider);
}

function Step({ now, happened }: { now: SignUp; happened: (event: SignUpEvent) => void }) {
  switch (now.step) {
    case "email":
      return <EmailStep key={now.notice} address={now.address} happened={happened} />;
    case "invited":
      return <InvitedStep invitation={now.invitation} happened={happened} />;
    case "in_progress":
      return <InProgressStep email={now.begun.email} happened={happened} />;
    case "key":
      return <KeyStep email={now.email} happened={happened} />;
    case "account":
      return <AccountStep {...now} happened={happened} />;
    case "done":
      return <DoneStep username={now.username} />;
  }
}

interface InProgressStepProps {
  email: string;
  happened: (event: SignUpEvent) => void;
}

/** A sign-up was started in this browser before: continue it, or start again. */
function InProgressStep({ email, happened }: InProgressStepProps) {
  return (
    <div className={formClass}>
      <p>{words.inProgress(email)}</p>
      <Button onClick={() => happened({ type: "startedOver" })}>{words.startOver}</Button>
      <Button look="primary" onClick={() => happened({ type: "continued" })}>
        {words.continue}
      </Button>
    </div>
  );
}

/** The account exists; Continue leads back to the page from which the person came. */
function DoneStep({ username }: { username: string }) {
  const [target] = useState(() => {
    const { invitation, returnLink, isAgreed } = readOrigin();
    return nextAddress(invitation, returnLink, isAgreed);
  });
  const look = buttonClass({ look: "primary", wide: true });
  const go = target === "/buy" ? words.continueOrder : words.continue;
  function leave() {
    keepDone(null);
    forgetOrigin();
  }
  return (
    <div className={formClass}>
      <p>{words.done(username)}</p>
      {target.startsWith("/") ? (
        <Link to={target} className={look} onClick={leave}>
          {go}
        </Link>
      ) : (
        <a href={target} className={look} onClick={leave}>
          {go}
        </a>
      )}
    </div>
  );
}

interface InvitedStepProps {
  invitation: ProvedInvitation;
  happened: (event: SignUpEvent) => void;
}

/** Shows the mailed link to the service, which takes it in place of a confirm key (LOOK-19). */
function InvitedStep({ invitation: { reference, proof }, happened }: InvitedStepProps) {
  const proving = useSubmit(async () => {
    try {
      const input = { params: { reference }, body: { proof } };
      const { email, token } = await call(api, "startInvitedSignUp", input);
      happened({ type: "addressProved", email, token: token.access_token });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== "invitation.dead" && refusal !== "email.in_use") throw error;
      happened({ type: "addressNotProved", notice: refusal === "email.in_use" ? "has_account" : null });
    }
  });
  const prove = useRef(proving.submit);
  useEffect(() => prove.current(), []);
  if (proving.failure === null) return <Progress label={words.looking} />;
  return (
    <>
      <FailureNotice failure={proving.failure} />
      <Actions>
        <Button look="primary" onClick={() => proving.submit()}>
          {common.tryAgain}
        </Button>
      </Actions>
    </>
  );
}

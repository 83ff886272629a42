import { Notice } from "@foyer/ui/notice";
import { useEffect, useReducer } from "react";
import { Link, useLocation } from "react-router";
import { words } from "#words/sign-up";
import { Aside, mutedClass, Panel } from "../shared/panel.tsx";
import { Screen } from "../shared/screen.tsx";
import { brand } from "../shared/settings.ts";
import { AccountStep } from "./account-step.tsx";
import { DoneStep } from "./done-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { InProgressStep } from "./in-progress-step.tsx";
import { KeyStep } from "./key-step.tsx";
import { begunBy, firstStep, type SignUp, type SignUpEvent, signUp } from "./sign-up.ts";
import { keepBegun, noteOrigin, readBegun, readDone } from "./stored-sign-up.ts";

const numbers: Partial<Record<SignUp["step"], number>> = { email: 1, key: 2, account: 3 };

function begin(): SignUp {
  const done = readDone();
  return done === null ? firstStep(readBegun()) : { step: "done", username: done };
}

/** Signing up: address, confirm key, account. */
export function SignUpScreen() {
  const { search } = useLocation();
  const [now, happened] = useReducer(signUp, null, begin);
  useEffect(() => noteOrigin(search), [search]);
  useEffect(() => keepBegun(begunBy(now)), [now]);
  const at = numbers[now.step];
  return (
    <Screen title={words.pageTitle} heading={headingOf(now)} width="card">
      {now.step === "email" && now.notice === "expired" && <Notice kind="warning">{words.expired}</Notice>}
      <Panel>
        {at !== undefined && <p className={mutedClass}>{words.step(at)}</p>}
        <Step now={now} happened={happened} />
      </Panel>
      {now.step !== "done" && (
        <Aside>
          <span>
            {words.haveAccount} <Link to="/">{words.signIn}</Link>
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
      return <EmailStep happened={happened} />;
    case "in_progress":
      return <InProgressStep email={now.begun.email} happened={happened} />;
    case "key":
      return <KeyStep email={now.email} happened={happened} />;
    case "account":
      return <AccountStep email={now.email} token={now.token} happened={happened} />;
    case "done":
      return <DoneStep username={now.username} />;
  }
}

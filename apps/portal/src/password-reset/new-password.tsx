import { call } from "@foyer/api-client/client";
import { Button, buttonClass } from "@foyer/ui/button";
import { PasswordField } from "@foyer/ui/field";
import { useState } from "react";
import { useNavigate } from "react-router";
import { words as common } from "#words/common";
import { words } from "#words/password-reset";
import { Form } from "../shared/forms/form.tsx";
import { Aside, mutedClass, Panel } from "../shared/screens/panel.tsx";
import { Link } from "../shared/screens/router.tsx";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { api } from "../shared/requests/api.ts";
import { useAnswer } from "../shared/requests/use-answer.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { AccountNameOf, NewPasswordField } from "../shared/password-strength/new-password-field.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { forgetSession } from "../shared/session/session.ts";
import { useReveal } from "../shared/forms/use-reveal.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";

/** Looks at the mailed link before anything is typed: a dead one says so (LOOK-21). */
export function NewPassword({ token }: { token: string }) {
  const { asked, again } = useAnswer(() => call(api, "readPasswordReset", { body: { token } }), token);
  if (asked.state === "loading") return <WaitingScreen title={words.pageTitle} label={words.looking} />;
  if (asked.state === "there") return <NewPasswordForm token={token} username={asked.value.username} />;
  if (refusalOf(asked.failure) === "reset.link_dead") return <DeadLink />;
  return (
    <Screen title={words.pageTitle} width="card">
      <FailureNotice failure={asked.failure} />
      <Button look="primary" onClick={again}>
        {common.tryAgain}
      </Button>
    </Screen>
  );
}

/** Sets a new password by the mailed link, once. All sessions end, so the sign-in form follows. */
function NewPasswordForm({ token, username }: { token: string; username: string }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [differ, setDiffer] = useState(false);
  const reveal = useReveal();
  const saving = useSubmit(
    async (chosen: string) => {
      await call(api, "confirmPasswordReset", { body: { token, new_password: chosen, new_password_2: chosen } });
      forgetSession();
      await navigate("/?password-success", { replace: true });
    },
    undefined,
    { fields: ["new_password"] },
  );
  if (refusalOf(saving.failure) === "reset.link_dead") return <DeadLink />;

  function submitted() {
    setDiffer(password !== repeated);
    if (password === repeated) saving.submit(password);
  }

  return (
    <Screen title={words.pageTitle} heading={words.newHeading} width="card">
      <p className={mutedClass}>{words.newHelp(username)}</p>
      <FailureNotice failure={saving.failure} />
      <Panel>
        <Form busy={saving.busy} onSubmit={submitted}>
          <AccountNameOf username={username} />
          <NewPasswordField
            label={words.newPassword}
            hint={words.hint}
            error={saving.fault("new_password")}
            value={password}
            owner={{ username }}
            reveal={reveal}
            onChange={(event) => {
              saving.clear();
              setPassword(event.target.value);
            }}
          />
          <PasswordField
            label={words.confirm}
            error={differ ? words.differ : null}
            value={repeated}
            autoComplete="new-password"
            reveal={reveal}
            onChange={(event) => setRepeated(event.target.value)}
          />
          <Button type="submit" look="primary" wide busy={saving.busy} disabled={password === "" || repeated === ""}>
            {words.save}
          </Button>
        </Form>
      </Panel>
      <Aside>
        <Link to="/">{words.back}</Link>
      </Aside>
    </Screen>
  );
}

function DeadLink() {
  return (
    <Screen title={words.pageTitle} heading={words.deadHeading} width="card">
      <p>{words.dead}</p>
      <p>
        <Link to="/password-reset" className={buttonClass({ look: "primary" })}>
          {words.askAgain}
        </Link>
      </p>
      <Aside>
        <Link to="/">{words.back}</Link>
      </Aside>
    </Screen>
  );
}

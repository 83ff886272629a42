import { Button } from "@foyer/ui/button";
import { PasswordField, TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { type FormEvent, type ReactNode, type RefObject, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { words } from "#words/sign-in";
import { later } from "../shared/screens/part.tsx";
import { Link } from "../shared/screens/router.tsx";
import { finishSignOut } from "../shared/requests/api.ts";
import { isServedForm, messageSlot } from "../shared/served/early-sign-in.ts";
import { valuesOf } from "../shared/forms/form-values.ts";
import { Aside, earlyMessageClass, formClass, Panel, passkeyClass } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { nameToSignInAgain, useSession } from "../shared/session/session.ts";
import { brand } from "../shared/settings/settings.ts";
import { useReveal } from "../shared/forms/use-reveal.ts";
import { useTyped } from "../shared/forms/use-typed.ts";
import { type SignIn, useSignIn } from "./use-sign-in.ts";

const CodeField = later(async () => (await import("./code-field.tsx")).CodeField);
const ClosedAccount = later(async () => (await import("./closed-account.tsx")).ClosedAccount);

interface SignInScreenProps {
  /** Why the person must sign in. */
  reason: "main" | "invitation" | "team";
  /** Content above the form, such as an invitation. */
  children?: ReactNode;
  /** The page's title and heading, in place of those for signing in. */
  headed?: { readonly title: string; readonly heading: string } | undefined;
  /** The account name that an app expects. */
  username?: string;
}

/** Account name and password, and the second factor where the account has one. */
export function SignInScreen({ reason, children, headed, username }: SignInScreenProps) {
  const signIn = useSignIn();
  const { search } = useLocation();
  useEffect(finishSignOut, []);
  return (
    <Screen
      title={headed?.title ?? words.pageTitle}
      heading={headed?.heading ?? words.heading(brand.provider)}
      width="card"
    >
      {children}
      {reason === "team" && <Notice kind="info" announced={false} title={words.team} />}
      <EarlyMessage slot={signIn.earlyMessage} />
      <Messages failure={signIn.step.failure} />
      <Suspense>{signIn.step.closed && <ClosedAccount {...signIn.step.closed} />}</Suspense>
      <Panel>
        <SignInForm {...signIn} expected={username ?? nameToSignInAgain()} />
      </Panel>
      <Aside>
        <Link to="/password-reset">{words.forgot}</Link>
        <Link to="/password-reset?account-name">{words.forgotName}</Link>
        <Link to="/find-keys">{words.findKeys}</Link>
        <span>
          {words.noAccount} <Link to={`/register${invitationOf(search)}`}>{words.signUp}</Link>
        </span>
      </Aside>
    </Screen>
  );
}

/**
 * The served form's message, which stays unchanged and is not announced again. React renders an empty text here and ignores
 * different content.
 */
function EarlyMessage({ slot }: { slot: RefObject<HTMLDivElement | null> }) {
  return (
    <div ref={slot} className={earlyMessageClass} {...{ [messageSlot]: "" }} suppressHydrationWarning>
      {""}
    </div>
  );
}

/** The current failure; otherwise the reason why the last session ended, or a message for this page. */
function Messages({ failure }: { failure: string | null }) {
  const session = useSession();
  const { search } = useLocation();
  const [isServed] = useState(isServedForm);
  const notice = session.signedIn ? null : session.notice;
  if (failure)
    return (
      <Notice kind="danger" answers>
        {failure}
      </Notice>
    );
  if (notice) return <Notice kind={notice.kind}>{notice.text}</Notice>;
  if (isServed || !new URLSearchParams(search).has("password-success")) return null;
  return <Notice kind="success">{words.passwordChanged}</Notice>;
}

/** Keeps the invitation in the link, so that signing up leads back to it. */
function invitationOf(search: string): string {
  const reference = new URLSearchParams(search).get("ref");
  return reference ? `?ref=${encodeURIComponent(reference)}` : "";
}

function SignInForm({ busy, step, signIn, signInByPasskey, expected }: SignIn & { expected: string | undefined }) {
  const [form, typed, onInput] = useTyped();
  const { username = "", password = "", otp = "" } = typed;
  const reveal = useReveal();

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    signIn({ username: "", password: "", otp: "", trust: "", ...valuesOf(event.currentTarget) });
  }

  return (
    // Only a script sends this form. `post` keeps the password out of the URL if the script fails.
    <form ref={form} method="post" className={formClass} onSubmit={submitted} onInput={onInput} noValidate>
      <TextField
        label={words.accountName}
        name="username"
        defaultValue={expected}
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        hint={username.includes("@") ? words.notAnEmail : ""}
      />
      <PasswordField label={words.password} name="password" autoComplete="current-password" reveal={reveal} />
      <Suspense>{step.asksForCode && <CodeField step={step} />}</Suspense>
      <Button
        type="submit"
        look="primary"
        wide
        busy={busy}
        disabled={username === "" || password === "" || (step.asksForCode && otp === "")}
      >
        {words.submit}
      </Button>
      <Button look="quiet" wide className={passkeyClass} disabled={busy} onClick={signInByPasskey}>
        {words.passkey}
      </Button>
    </form>
  );
}

import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { words } from "#words/apps";
import { api } from "../shared/requests/api.ts";
import { forgetAppRequest, keepAppRequest } from "../shared/storage/app-request.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { useSession } from "../shared/session/session.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { type AppRequest, Dead } from "./app-request.tsx";
import { FailedLook } from "./failed-look.tsx";
import { Question } from "./question.tsx";
import type { SignInFirst } from "./sign-in-first.ts";
import { useAnswer } from "../shared/requests/use-answer.ts";

/** Shows the request of an app, by the request's id (OIDC-06). */
export function AuthorizeScreen({ signIn }: { signIn: SignInFirst }) {
  const { search } = useLocation();
  const { signedIn } = useSession();
  const code = new URLSearchParams(search).get("request") ?? "";
  const { asked, again } = useAnswer(() => call(api, "readAppRequest", { params: { code } }), code);
  if (code === "" || (asked.state === "failed" && refusalOf(asked.failure) === "app_request.dead")) return <Dead />;
  if (asked.state === "failed") return <FailedLook title={words.pageTitle} failure={asked.failure} onRetry={again} />;
  if (asked.state === "loading") return <WaitingScreen title={words.pageTitle} label={words.loading} />;
  return signedIn ? (
    <Question code={code} request={asked.value} />
  ) : (
    <WaitingForSignIn code={code} request={asked.value} signIn={signIn} />
  );
}

interface WaitingForSignInProps {
  code: string;
  request: AppRequest;
  signIn: SignInFirst;
}

function WaitingForSignIn({ code, request, signIn }: WaitingForSignInProps) {
  const { pathname, search } = useLocation();
  const denying = useSubmit(async () => {
    const { url } = await call(api, "denyAppRequest", { params: { code } });
    forgetAppRequest();
    location.assign(url);
  });
  useEffect(() => keepAppRequest(`${pathname}${search}`), [pathname, search]);
  return signIn(
    <>
      <Notice
        kind="info"
        announced={false}
        title={words.toContinue(request.app.name)}
        action={
          <Button small busy={denying.busy} onClick={() => denying.submit()}>
            {words.cancel}
          </Button>
        }
      />
      <FailureNotice failure={denying.failure} />
    </>,
    request.login_hint ?? "",
  );
}

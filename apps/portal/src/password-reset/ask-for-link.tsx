import { call } from "@foyer/api-client/client";
import type { RefusalCode } from "@foyer/contract/refusals";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { useState } from "react";
import { Link } from "react-router";
import { words } from "#words/password-reset";
import { visitorApi } from "../shared/visitor-api.ts";
import { codeOf } from "../shared/failure-code.ts";
import { FailureNotice } from "../shared/failure-notice.tsx";
import { Aside, formClass, mutedClass, Panel } from "../shared/panel.tsx";
import { Screen } from "../shared/screen.tsx";
import { useSubmit } from "../shared/use-submit.ts";
import { valuesOf } from "../shared/form-values.ts";
import { useTyped } from "../shared/use-typed.ts";

/** The address of the account, and the button that sends the link. */
export function AskForLink() {
  const [form, { email = "" }, onInput] = useTyped();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const sending = useSubmit(async (address: string) => {
    setSentTo(null);
    await call(visitorApi, "requestPasswordReset", { body: { email_address: address } });
    setSentTo(address);
  });
  return (
    <Screen title={words.pageTitle} width="card">
      <p className={mutedClass}>{words.help}</p>
      {sentTo !== null && (
        <Notice kind="success" title={words.sent} answers>
          {words.sentHelp(sentTo)}
        </Notice>
      )}
      <FailureNotice failure={sending.failure} sentence={sentenceFor(sending.failure)} />
      <Panel>
        <form
          ref={form}
          className={formClass}
          noValidate
          onInput={onInput}
          onSubmit={(event) => {
            event.preventDefault();
            sending.submit((valuesOf(event.currentTarget)["email"] ?? "").trim());
          }}
        >
          <TextField label={words.email} name="email" type="email" autoComplete="email" />
          <Button type="submit" look="primary" wide busy={sending.busy} disabled={email.trim() === ""}>
            {words.submit}
          </Button>
        </form>
      </Panel>
      <Aside>
        <Link to="/">{words.back}</Link>
      </Aside>
    </Screen>
  );
}

const LIMITED: RefusalCode<"rate.limited"> = 1003;

function sentenceFor(failure: unknown): string | null {
  const code = codeOf(failure);
  if (code === 3027) return words.unknownAddress;
  // The service says until when.
  return code === LIMITED ? null : words.failed;
}

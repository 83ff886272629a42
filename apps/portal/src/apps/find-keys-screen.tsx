import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { useState } from "react";
import { Link } from "react-router";
import { words } from "#words/devices";
import { activationsApi } from "../shared/activations-api.ts";
import { FailureNotice } from "../shared/failure-notice.tsx";
import { Aside, formClass, mutedClass, Panel } from "../shared/panel.tsx";
import { Screen } from "../shared/screen.tsx";
import { useSubmit } from "../shared/use-submit.ts";

/** Mails somebody what belongs to her address (WAL-18). It says the same of every address. */
export function FindKeysScreen() {
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const sending = useSubmit<void>(async () => {
    setSentTo(null);
    const address = email.trim();
    await call(activationsApi, "findLicenseKeys", { body: { email_address: address } });
    setSentTo(address);
  });
  return (
    <Screen title={words.findTitle} width="card">
      <p className={mutedClass}>{words.findHelp}</p>
      {sentTo !== null && (
        <Notice kind="success" title={words.sent} answers>
          {words.sentHelp(sentTo)}
        </Notice>
      )}
      <FailureNotice failure={sending.failure} />
      <Panel>
        <form
          className={formClass}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            sending.submit();
          }}
        >
          <TextField
            label={words.email}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" look="primary" wide busy={sending.busy} disabled={email.trim() === ""}>
            {words.send}
          </Button>
        </form>
      </Panel>
      <Aside>
        <Link to="/">{words.back}</Link>
      </Aside>
    </Screen>
  );
}

import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { useState } from "react";
import { Link } from "../screens/router.tsx";
import { FailureNotice } from "../screens/failure-notice.tsx";
import { valuesOf } from "./form-values.ts";
import { Form } from "./form.tsx";
import { Aside, mutedClass, Panel } from "../screens/panel.tsx";
import { Screen } from "../screens/screen.tsx";
import { useSubmit } from "./use-submit.ts";
import { useTyped } from "./use-typed.ts";

interface AskForMailWords {
  readonly pageTitle: string;
  readonly help: string;
  readonly email: string;
  readonly submit: string;
  readonly back: string;
  readonly sent: string;
  readonly sentHelp: (address: string) => string;
}

interface AskForMailProps {
  words: AskForMailWords;
  /** Asks the service for the mail. @param address as typed, without blanks around it. */
  ask: (address: string) => Promise<unknown>;
  /** Returns the sentence for a failure, or null for the service's own. */
  sentenceFor?: (failure: unknown) => string | null;
  /** Sentences at the field, by refusal, in place of the service's own. */
  ofAddress?: Readonly<Record<string, string>>;
}

/** Screen of a visitor who types an address and gets a mail there. */
export function AskForMail({ words, ask, sentenceFor = () => null, ofAddress = {} }: AskForMailProps) {
  const [form, { email = "" }, onInput] = useTyped();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const sending = useSubmit(
    async (address: string) => {
      setSentTo(null);
      await ask(address);
      setSentTo(address);
    },
    undefined,
    { fields: ["email_address"] },
  );
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
        <Form
          ref={form}
          busy={sending.busy}
          onInput={onInput}
          onSubmit={(sent) => sending.submit((valuesOf(sent)["email"] ?? "").trim())}
        >
          <TextField
            label={words.email}
            error={sending.fault("email_address", ofAddress)}
            name="email"
            type="email"
            autoComplete="email"
          />
          <Button type="submit" look="primary" wide busy={sending.busy} disabled={email.trim() === ""}>
            {words.submit}
          </Button>
        </Form>
      </Panel>
      <Aside>
        <Link to="/">{words.back}</Link>
      </Aside>
    </Screen>
  );
}

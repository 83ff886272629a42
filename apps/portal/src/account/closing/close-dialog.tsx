import { call } from "@foyer/api-client/client";
import type { Closing, ClosingBlocker } from "@foyer/contract/closing";
import { normalizeAccountName } from "@foyer/domain/account-name";
import { formatDate } from "@foyer/domain/dates";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/closing";
import { words as common } from "#words/common";
import { words as passkeys } from "#words/passkeys";
import { words as sending } from "#words/sending";
import { Link } from "../../shared/screens/router.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { api } from "../../shared/requests/api.ts";
import { refusalOf, wantsProof } from "../../shared/failures/refusal-of.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { ProofField } from "../../shared/proof/proof-field.tsx";
import { userQuery } from "../../shared/requests/queries.ts";
import { forgetSession } from "../../shared/session/session.ts";
import { chooseTeam } from "../../shared/storage/team-choice.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { type Submission, useSubmit } from "../../shared/forms/use-submit.ts";
import styles from "./close-dialog.module.css";

const closingQuery = queryOptions({
  queryKey: ["closing"],
  queryFn: () => call(api, "readClosing"),
  // The decision must be based on the current state.
  staleTime: 0,
  gcTime: 0,
});

interface Typed {
  name: string;
  password: string;
  /** A passkey was used instead of the password. */
  isProved: boolean;
}

/**
 * Shows the consequences of closing the account and what prevents it; closes it after the account name and the
 * password.
 */
export function CloseDialog({ onClose }: { onClose: () => void }) {
  const closing = useQuery(closingQuery);
  const user = useQuery(userQuery);
  const [typed, setTyped] = useState<Typed>({ name: "", password: "", isProved: false });
  const submission = useSubmit(
    async (_, signal) => {
      try {
        const body = { account_name: typed.name, ...(!typed.isProved && { password: typed.password }) };
        const { come_back_until: until } = await call(api, "closeAccount", { body, signal });
        forgetSession({ kind: "info", text: words.closed(formatDate(until)) });
      } catch (error) {
        // A new obstacle has appeared since the dialog opened; show it instead.
        if (refusalOf(error) === "account.closing_blocked") await closing.refetch();
        if (wantsProof(error)) setTyped({ ...typed, isProved: false });
        throw error;
      }
    },
    sending.closing,
    { fields: ["account_name", "password"] },
  );
  const name = user.data?.username ?? "";
  const mayClose = closing.data?.blockers.length === 0;
  const isTyped = normalizeAccountName(typed.name) === name && name !== "" && (typed.isProved || typed.password !== "");
  return (
    <SubmitDialog
      sending={submission}
      title={words.title}
      submit={mayClose ? words.close : null}
      cancel={mayClose ? words.keep : common.close}
      danger
      ready={isTyped}
      refusal={mayClose && <FailureNotice failure={submission.failure} />}
      onClose={onClose}
    >
      <Loaded query={closing} failed={words.failed} lines={[0.8, 0.6, 0.7]}>
        {(facts) =>
          facts.blockers.length > 0 ? (
            <Blockers blockers={facts.blockers} />
          ) : (
            <>
              <Ends closing={facts} />
              <Fields name={name} typed={typed} sending={submission} onChange={setTyped} />
            </>
          )
        }
      </Loaded>
    </SubmitDialog>
  );
}

function Blockers({ blockers }: { blockers: readonly ClosingBlocker[] }) {
  return (
    <>
      <Notice kind="info" title={words.blockedTitle}>
        {words.blocked}
      </Notice>
      <ul className={styles.list}>
        {blockers.map((blocker) => (
          <li key={`${blocker.kind} ${blocker.registration_id ?? ""}`}>
            <Blocker blocker={blocker} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Blocker({ blocker: { kind, registration_id: license, description = "" } }: { blocker: ClosingBlocker }) {
  if (kind === "staff" || license === undefined) {
    return (
      <>
        {words.staff} <Link to="/admin/">{words.toAdmin}</Link>
      </>
    );
  }
  return (
    <>
      {kind === "subscription" ? words.subscription(description) : words.onlyManager(description)}{" "}
      <Link to="/manage-team" onClick={() => chooseTeam(license)}>
        {words.toTeam(description)}
      </Link>
    </>
  );
}

function Ends({ closing: { ends, has_invoices: hasInvoices, ...dates } }: { closing: Closing }) {
  return (
    <>
      <p>{words.ends}</p>
      <ul className={styles.list}>
        <li>{words.endsSessions(ends.sessions)}</li>
        {ends.seats > 0 && <li>{words.endsSeats(ends.seats)}</li>}
        {ends.licenses > 0 && <li>{words.endsLicenses(ends.licenses)}</li>}
      </ul>
      <p>
        {words.comeBack(formatDate(dates.come_back_until))} {words.erased(formatDate(dates.erased_by))}{" "}
        {hasInvoices && words.invoices}
      </p>
    </>
  );
}

interface FieldsProps {
  name: string;
  typed: Typed;
  sending: Submission<void, "account_name">;
  onChange: (typed: Typed) => void;
}

function Fields({ name, typed, sending: { fault, proof }, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={words.name}
        hint={words.nameHint(name)}
        error={fault("account_name")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.name}
        onChange={(event) => onChange({ ...typed, name: event.target.value })}
      />
      {typed.isProved ? (
        <p>{passkeys.proved}</p>
      ) : (
        <ProofField
          asked={false}
          value={typed.password}
          failure={proof.failure}
          onChange={(password) => onChange({ ...typed, password })}
          onProved={() => onChange({ ...typed, isProved: true })}
        />
      )}
    </>
  );
}

import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Fact, Facts, Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { UserInfo } from "@foyer/contract/sign-in";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { part, useWhenHere } from "../../shared/screens/part.tsx";
import { userQuery } from "../../shared/requests/queries.ts";
import { sectionIds } from "../section-ids.ts";
import { useKept } from "../../shared/forms/use-kept.ts";

const emailForm = part(async () => (await import("./email-form.tsx")).EmailForm);

type View = { editing: boolean; savedAddress: string | null };

/** The account's name and address; Edit asks for a new address (HOME-14). */
export function EmailSection() {
  const user = useQuery(userQuery);
  const [view, setView] = useKept<View>("account-view", { editing: false, savedAddress: null });
  const [isAwaited, whenHere] = useWhenHere(emailForm);
  const show = (editing: boolean) => setView({ editing, savedAddress: null });
  return (
    <Section
      title={words.accountSection}
      id={sectionIds.account}
      actions={
        user.data && (
          <Button
            small
            busy={isAwaited}
            aria-expanded={view.editing}
            aria-label={words.editAccount}
            onClick={() => (view.editing ? show(false) : whenHere(() => show(true)))}
          >
            {common.edit}
          </Button>
        )
      }
    >
      <Loaded query={user} failed={common.serviceDown} lines={[0.5, 0.7]}>
        {(account) => (
          <>
            {view.savedAddress !== null && (
              <Notice kind="success" title={words.emailSavedTitle} answers>
                {words.emailSaved(view.savedAddress)}
              </Notice>
            )}
            {view.editing ? (
              <Suspense>
                <emailForm.Part
                  onCancel={() => show(false)}
                  onSaved={(address) => setView({ editing: false, savedAddress: address })}
                />
              </Suspense>
            ) : (
              <AccountFacts account={account} />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function AccountFacts({ account }: { account: UserInfo }) {
  const { username, email, pending_email: pending } = account;
  return (
    <Facts>
      <Fact name={words.userName}>
        <span translate="no">{username}</span>
      </Fact>
      <Fact name={words.email}>
        <p>{email}</p>
        {pending && <p className={mutedClass}>{words.pendingEmail(pending)}</p>}
      </Fact>
    </Facts>
  );
}

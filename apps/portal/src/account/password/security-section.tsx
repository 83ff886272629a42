import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Section } from "@foyer/ui/section";
import { useState } from "react";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { mutedClass } from "../../shared/panel.tsx";
import { sectionIds } from "../account-index.tsx";
import { ClosingGroup } from "../closing/closing-group.tsx";
import { Passkeys } from "./passkeys.tsx";
import { ConnectedApps } from "./connected-apps.tsx";
import { PasswordForm } from "./password-form.tsx";
import { RecentEvents } from "./recent-events.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

type View = "view" | "edit" | "changed";

/** Changes the password (HOME-15); below it the second factor, the sessions and the account's recent events. */
export function PasswordSection() {
  const [view, setView] = useState<View>("view");
  const isEditing = view === "edit";
  return (
    <Section
      title={words.passwordSection}
      id={sectionIds.password}
      actions={
        <Button small aria-expanded={isEditing} onClick={() => setView(isEditing ? "view" : "edit")}>
          {common.edit}
        </Button>
      }
    >
      {view === "changed" && (
        <Notice kind="success" answers>
          {words.passwordChanged}
        </Notice>
      )}
      {isEditing ? (
        <PasswordForm onCancel={() => setView("view")} onChanged={() => setView("changed")} />
      ) : (
        <p className={mutedClass}>{words.passwordView}</p>
      )}
      <SecondFactor />
      <Passkeys />
      <Sessions />
      <ConnectedApps />
      <RecentEvents />
      <ClosingGroup />
    </Section>
  );
}

import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Suspense, useId, useState } from "react";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { part, useWhenHere } from "../../shared/screens/part.tsx";
import styles from "../account-page.module.css";
import { sectionIds } from "../section-ids.ts";

const passwordForm = part(async () => (await import("./password-form.tsx")).PasswordForm);

type View = "view" | "edit" | "changed";

/** Changes the password (HOME-15). */
export function PasswordGroup() {
  const [view, setView] = useState<View>("view");
  const [isAwaited, whenHere] = useWhenHere(passwordForm);
  const headingId = useId();
  const isEditing = view === "edit";
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <div className={styles.line}>
        <h3 id={headingId}>{words.password}</h3>
        <Button
          small
          id={sectionIds.editPassword}
          busy={isAwaited}
          aria-expanded={isEditing}
          aria-label={words.editPassword}
          onClick={() => (isEditing ? setView("view") : whenHere(() => setView("edit")))}
        >
          {common.edit}
        </Button>
      </div>
      {view === "changed" && (
        <Notice kind="success" answers>
          {words.passwordChanged}
        </Notice>
      )}
      {isEditing && (
        <Suspense>
          <passwordForm.Part onCancel={() => setView("view")} onChanged={() => setView("changed")} />
        </Suspense>
      )}
    </section>
  );
}

import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useId, useState } from "react";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { mutedClass } from "../../shared/panel.tsx";
import styles from "../account-page.module.css";
import { PasswordForm } from "./password-form.tsx";

type View = "view" | "edit" | "changed";

/** Changes the password (HOME-15). */
export function PasswordGroup() {
  const [view, setView] = useState<View>("view");
  const headingId = useId();
  const isEditing = view === "edit";
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <div className={styles.alone}>
        <h3 id={headingId}>{words.password}</h3>
        <Button
          small
          aria-expanded={isEditing}
          aria-label={words.editPassword}
          onClick={() => setView(isEditing ? "view" : "edit")}
        >
          {common.edit}
        </Button>
      </div>
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
    </section>
  );
}

import { Button } from "@foyer/ui/button";
import { Suspense, useState } from "react";
import { words } from "#words/security";
import { later } from "../../shared/screens/part.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import styles from "../account-page.module.css";
import { SecurityRow, useFold } from "../password/security-row.tsx";
import { sectionIds } from "../section-ids.ts";

const CloseDialog = later(async () => (await import("./close-dialog.tsx")).CloseDialog);
const OwnDataDialog = later(async () => (await import("./own-data-dialog.tsx")).OwnDataDialog);

/** Buttons to request the own data (ERASE-05) and to close the account (ERASE-01). */
export function ClosingGroup() {
  const fold = useFold(sectionIds.closing);
  const [open, setOpen] = useState<"data" | "close" | null>(null);
  const onClose = () => setOpen(null);
  return (
    <SecurityRow title={words.account} id={sectionIds.closing} state={words.accountHelp} fold={fold}>
      <div className={styles.alone}>
        <p className={`${styles.what} ${mutedClass}`}>{words.data}</p>
        <Button small onClick={() => setOpen("data")}>
          {words.downloadData}
        </Button>
      </div>
      <div className={styles.alone}>
        <p className={`${styles.what} ${mutedClass}`}>{words.close}</p>
        <Button small onClick={() => setOpen("close")}>
          {words.closeAccount}
        </Button>
      </div>
      <Suspense>
        {open === "data" && <OwnDataDialog onClose={onClose} />}
        {open === "close" && <CloseDialog onClose={onClose} />}
      </Suspense>
    </SecurityRow>
  );
}

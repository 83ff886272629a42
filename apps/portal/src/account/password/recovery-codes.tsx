import { Button } from "@foyer/ui/button";
import { useState } from "react";
import { words } from "#words/security";
import { Actions } from "../../shared/screens/panel.tsx";
import { saveFile } from "../../shared/screens/save-file.ts";
import styles from "./turn-on-dialog.module.css";

/** The recovery codes, with two ways to save them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;
  return (
    <>
      <p>{words.codesHelp}</p>
      <ul className={styles.codes} aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code} translate="no">
            {code}
          </li>
        ))}
      </ul>
      <Actions>
        <Button
          small
          onClick={() => {
            void navigator.clipboard.writeText(text).then(() => setCopied(true));
          }}
        >
          {words.copy}
        </Button>
        <Button small onClick={() => saveFile(words.fileName, "text/plain", text)}>
          {words.save}
        </Button>
      </Actions>
      <p role="status">{copied && words.copied}</p>
    </>
  );
}

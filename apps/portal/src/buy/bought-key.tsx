import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/buy";
import { mutedClass } from "../shared/screens/panel.tsx";
import { purchasesQuery } from "../shared/requests/queries.ts";
import styles from "./buy.module.css";

/** The key of a license that was bought once, where it has one (BUY-07). */
export function BoughtKey({ license }: { license: string }) {
  const { data: purchases } = useQuery(purchasesQuery);
  const key = purchases?.find(({ registration_id: id }) => id === license)?.key ?? null;
  if (key === null) return null;

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      announce(words.keyCopied);
    } catch {
      announce(words.keyNotCopied);
    }
  }

  return (
    <div>
      <p>
        <strong>{words.key}</strong>
      </p>
      <p className={styles.key}>
        <code translate="no">{key}</code>
        <Button small aria-label={words.copyKey} onClick={() => void copy(key)}>
          {words.copy}
        </Button>
      </p>
      <p className={mutedClass}>{words.keyText}</p>
    </div>
  );
}

import type { Consent } from "@foyer/contract/checkout";
import { Checkbox } from "@foyer/ui/field";
import { words } from "#words/buy";
import styles from "./buy.module.css";

interface ConsentsProps {
  consents: readonly Consent[];
  ticked: readonly string[];
  /** True once the person tried to pay; then missing consents are marked. */
  isTried: boolean;
  onTick: (ticked: readonly string[]) => void;
}

/** The consents that the purchase requires, each with a checkbox (BUY-16). */
export function Consents({ consents, ticked, isTried, onTick }: ConsentsProps) {
  if (consents.length === 0) return null;
  return (
    <div className={styles.group}>
      {consents.map(({ id, text, link }) => (
        <Checkbox
          key={id}
          label={text}
          hint={
            link !== null && (
              <a href={link} target="_blank" rel="noreferrer">
                {words.readIt}
              </a>
            )
          }
          checked={ticked.includes(id)}
          error={isTried && !ticked.includes(id) ? words.tickIt : null}
          onChange={({ target }) => onTick(target.checked ? [...ticked, id] : ticked.filter((one) => one !== id))}
        />
      ))}
    </div>
  );
}

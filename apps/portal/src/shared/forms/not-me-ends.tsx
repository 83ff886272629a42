import { words } from "#words/account-events";
import styles from "./not-me-ends.module.css";

/** The consequences of “This was not me”. */
export function NotMeEnds() {
  return (
    <ul className={styles.list}>
      {words.ends.map((end) => (
        <li key={end}>{end}</li>
      ))}
    </ul>
  );
}

import styles from "./spinner.module.css";

/** A spinning ring without text; the element that is busy has the label. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

/** Work of unknown duration, with a label that is visible and announced. */
export function Progress({ label }: { label: string }) {
  return (
    <div className={styles.progress} role="progressbar" aria-label={label}>
      <Spinner />
      <span>{label}</span>
    </div>
  );
}

import styles from "./spinner.module.css";

/** A turning ring that says nothing by itself: what is at work names it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

/** Work whose length nobody knows, with its name for eyes and for screen readers. */
export function Progress({ label }: { label: string }) {
  return (
    <div className={styles.progress} role="progressbar" aria-label={label}>
      <Spinner />
      <span>{label}</span>
    </div>
  );
}

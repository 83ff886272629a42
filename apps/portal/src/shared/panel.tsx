import type { ReactNode } from "react";
import styles from "./screen.module.css";

/** The raised sheet that a narrow screen's one job lies on. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}

/** Ways out beside the job, small. */
export function Aside({ children }: { children: ReactNode }) {
  return <div className={styles.aside}>{children}</div>;
}

export const formClass = styles.form ?? "";
/** Of what is hidden where the page's first script has found that passkeys do not work. */
export const passkeyClass = styles.passkey ?? "";
/** Of what takes no room but that of what stands in it. */
export const earlyMessageClass = styles.early ?? "";
export const mutedClass = styles.muted ?? "";

/** Buttons that belong together, the one that agrees last. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

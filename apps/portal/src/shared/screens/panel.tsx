import type { ReactNode } from "react";
import styles from "./screen.module.css";

/** The raised card of a narrow screen with one task. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}

/** Small links to alternatives of the task. */
export function Aside({ children }: { children: ReactNode }) {
  return <div className={styles.aside}>{children}</div>;
}

export const formClass = styles.form ?? "";

/** Class of elements that the page's first script hides if passkeys do not work. */
export const passkeyClass = styles.passkey ?? "";
/** Class of an element without a box of its own. */
export const earlyMessageClass = styles.early ?? "";
export const mutedClass = styles.muted ?? "";

/** Buttons that belong together, the confirming one last. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

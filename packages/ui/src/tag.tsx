import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./tag.module.css";

export type TagKind = "neutral" | "info" | "success" | "warning" | "danger";

/** A state in one or two words; the color is not needed to understand it. */
export function Tag({ kind = "neutral", children }: { kind?: TagKind; children: ReactNode }) {
  return <span className={classNames(styles.tag, styles[kind])}>{children}</span>;
}

import type { ReactNode } from "react";
import styles from "./admin.module.css";

/** A name and its value in a list of facts; ids are monospaced. */
export function Fact({ name, isId = false, children }: { name: string; isId?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isId ? styles.id : undefined}>{children}</dd>
    </div>
  );
}

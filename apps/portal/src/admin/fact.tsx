import type { ReactNode } from "react";
import styles from "./admin.module.css";

/** One name and its value in a list of facts; an id in letters of one width. */
export function Fact({ name, isId = false, children }: { name: string; isId?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isId ? styles.id : undefined}>{children}</dd>
    </div>
  );
}

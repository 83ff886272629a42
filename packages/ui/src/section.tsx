import { type ReactNode, type Ref, useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./section.module.css";

interface SectionProps {
  title: string;
  /** The URL fragment of this section. */
  id?: string;
  /** Actions for the section as a whole, next to its heading. */
  actions?: ReactNode;
  /** Highlights the section once. */
  flash?: boolean;
  onFlashEnd?: () => void;
  /** A section with a ref can take the focus, after an act on it. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A region of a page, named by its heading. */
export function Section({ title, id, actions, flash = false, onFlashEnd, ref, children }: SectionProps) {
  const headingId = useId();
  return (
    <section
      ref={ref}
      id={id}
      tabIndex={ref ? -1 : undefined}
      aria-labelledby={headingId}
      className={classNames(styles.section, flash && styles.flash)}
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) onFlashEnd?.();
      }}
    >
      <div className={styles.head}>
        <h2 id={headingId}>{title}</h2>
        {actions}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** A list of names and values, one pair on each line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

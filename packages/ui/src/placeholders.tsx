import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./placeholders.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** Widths of a skeleton's lines, as fractions of the full width. */
type Widths = readonly number[];

/** The outline of loading content, so that nothing moves when the content arrives. */
export function Skeleton({ label, lines = [0.5, 0.8] }: { label: string; lines?: Widths }) {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {lines.map((width, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line has no identity except its position
        <SkeletonLine key={at} width={width} />
      ))}
    </div>
  );
}

/** One line. Its width is a class in steps of a tenth, because a prerendered page may not contain inline styles. */
export function SkeletonLine({ width }: { width: number }) {
  return <div className={classNames(styles.line, styles[`w${Math.round(width * 10)}`])} aria-hidden="true" />;
}

/** Shown for empty content: what belongs here, and the first step. */
export function EmptyState({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <p className={styles.stateTitle}>{title}</p>
      {typeof children === "string" ? <p>{children}</p> : children}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  /** The failure, and its effect. */
  title: string;
  children?: ReactNode;
  retry?: { label: string; onRetry: () => void; busy?: boolean; disabled?: boolean };
  /** `Request 4f2a…`, for a person who asks for help. */
  request?: string | null;
}

/** Reports content that could not be loaded, and offers a retry. */
export function ErrorState({ title, children, retry, request }: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      <p className={styles.stateTitle}>{title}</p>
      {typeof children === "string" ? <p>{children}</p> : children}
      {retry && (
        <Button small busy={retry.busy ?? false} disabled={retry.disabled ?? false} onClick={retry.onRetry}>
          {retry.label}
        </Button>
      )}
      {request && <p className={styles.request}>{request}</p>}
    </div>
  );
}

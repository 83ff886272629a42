import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./placeholders.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** Widths of a skeleton's lines, in parts of the full width. */
type Widths = readonly number[];

/** The shape of what is coming, so that nothing moves when it has come. */
export function Skeleton({ label, lines = [0.5, 0.8] }: { label: string; lines?: Widths }) {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {lines.map((width, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines have nothing but their place
        <SkeletonLine key={at} width={width} />
      ))}
    </div>
  );
}

/** One line; its width in tenths of its place is a class, as a page built ahead of time may hold no styles of its own. */
export function SkeletonLine({ width }: { width: number }) {
  return <div className={classNames(styles.line, styles[`w${Math.round(width * 10)}`])} aria-hidden="true" />;
}

/** What belongs here, and what to do first. */
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
  /** What happened, and what did not. */
  title: string;
  children?: ReactNode;
  retry?: { label: string; onRetry: () => void; busy?: boolean };
  /** `Request 4f2a…`, for whoever asks for help. */
  request?: string | null;
}

/** What could not be shown, with the way on. */
export function ErrorState({ title, children, retry, request }: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      <p className={styles.stateTitle}>{title}</p>
      {typeof children === "string" ? <p>{children}</p> : children}
      {retry && (
        <Button small busy={retry.busy ?? false} onClick={retry.onRetry}>
          {retry.label}
        </Button>
      )}
      {request && <p className={styles.request}>{request}</p>}
    </div>
  );
}

import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names.ts";
import styles from "./notice.module.css";

export type NoticeKind = "info" | "success" | "warning" | "danger";

interface NoticeProps {
  kind: NoticeKind;
  title?: string | undefined;
  /** What the person can do about it. */
  action?: ReactNode;
  /** False if the notice was there when the page loaded, so it is not announced. */
  announced?: boolean;
  /** True if it is the result of a click: on a small screen, it scrolls into view. */
  answers?: boolean;
  children?: ReactNode;
}

/** A message in the page. Danger notices interrupt a screen reader, others wait. */
export function Notice({ kind, title, action, announced = true, answers = false, children }: NoticeProps) {
  const role = kind === "danger" ? "alert" : "status";
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answers) element.current?.scrollIntoView({ block: "nearest" });
  }, [answers]);
  return (
    <div ref={element} className={classNames(styles.notice, styles[kind])} role={announced ? role : undefined}>
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {typeof children === "string" ? <p>{children}</p> : children}
      </div>
      {action}
    </div>
  );
}

import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names.ts";
import styles from "./notice.module.css";

export type NoticeKind = "info" | "success" | "warning" | "danger";

interface NoticeProps {
  kind: NoticeKind;
  title?: string | undefined;
  /** What the person can do about it. */
  action?: ReactNode;
  /** False for what stood there when the page came: it need not be announced. */
  announced?: boolean;
  /** It answers what was just pressed: on a small screen it comes into view. */
  answers?: boolean;
  children?: ReactNode;
}

/** A message where the eye is. Dangers interrupt a screen reader, the others wait for their turn. */
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

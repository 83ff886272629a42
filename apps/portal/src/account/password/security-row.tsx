import { SkeletonLine } from "@foyer/ui/placeholders";
import { type ReactNode, useEffect, useId } from "react";
import { useLocation } from "react-router";
import { useKept } from "../../shared/forms/use-kept.ts";
import styles from "../account-page.module.css";

/** Whether a row of the security section is open. */
export type Fold = readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void];

/** A row that opens by itself if the URL names it. */
export function useFold(id: string): Fold {
  const { hash, key } = useLocation();
  const isNamed = hash === `#${id}`;
  const [isOpen, setOpen] = useKept(`open-${id}`, isNamed);
  useEffect(() => {
    if (isNamed) setOpen(true);
    // Also if the person follows the same link again.
  }, [isNamed, key, setOpen]);
  return [isOpen, setOpen];
}

interface SecurityRowProps {
  title: string;
  /** In one line, how things are. */
  state?: ReactNode;
  /** The state loads for the first time. */
  isLoading?: boolean;
  action?: ReactNode;
  /** Absent if the content is always shown. */
  fold?: Fold | undefined;
  /** The URL fragment of this row. */
  id?: string;
  children?: ReactNode;
}

/** One line about a part of the account's security; with a fold, a click opens what belongs to it. */
export function SecurityRow({ title, state, isLoading = false, action, fold, id, children }: SecurityRowProps) {
  const contentId = useId();
  const [isOpen, setOpen] = fold ?? [true, () => undefined];
  return (
    <div className={styles.group} id={id}>
      <div className={styles.line}>
        <h3>
          {fold ? (
            <button
              type="button"
              className={styles.opener}
              aria-expanded={isOpen}
              aria-controls={contentId}
              onClick={() => setOpen(!isOpen)}
            >
              {title}
            </button>
          ) : (
            title
          )}
        </h3>
        {isLoading && <SkeletonLine width={0.4} />}
        {state && !(fold && isOpen) && <p className={styles.state}>{state}</p>}
        {action}
      </div>
      <div id={contentId} className={styles.content} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}

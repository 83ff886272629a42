import { type ReactNode, useCallback, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./menu.module.css";
import { useDismissal } from "./use-dismissal.ts";

interface DisclosureProps {
  label: string;
  /** Decorative icon before the label, hidden from screen readers. */
  icon?: ReactNode;
  align?: "start" | "end";
  className?: string | undefined;
  /** Removes the panel's look, for content with its own look. */
  bare?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button that shows and hides a panel; Escape hides it and returns to the button. */
export function Disclosure({ label, icon, align = "start", className, bare = false, children }: DisclosureProps) {
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback((reason: "escape" | "outside") => {
    setOpen(false);
    if (reason === "escape") container.current?.querySelector("button")?.focus();
  }, []);
  useDismissal(open, container, close);
  return (
    <div className={classNames(!bare && styles.menu)} ref={container}>
      <Button look="quiet" className={className} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {icon}
        {label}
        {!icon && <span className={styles.chevron} aria-hidden="true" />}
      </Button>
      <div id={id} hidden={!open} className={classNames(!bare && styles.list, !bare && styles[align])}>
        {open && children(() => setOpen(false))}
      </div>
    </div>
  );
}

/** Class of an item in a disclosure's list of links. */
export const disclosureItemClass = styles.item ?? "";

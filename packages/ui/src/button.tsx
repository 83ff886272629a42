import type { ComponentProps, MouseEvent, ReactNode } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

interface Look {
  look?: ButtonLook;
  small?: boolean;
  /** As wide as its container. */
  wide?: boolean;
}

/** Returns the class of a button's look, for links that look like a button. */
export function buttonClass({ look = "secondary", small = false, wide = false }: Look = {}): string {
  return classNames(styles.button, styles[look], small && styles.small, wide && styles.wide);
}

interface ButtonProps extends Look, Omit<ComponentProps<"button">, "children"> {
  /** True while work is in progress: the button keeps its width and its focus, and ignores clicks. */
  busy?: boolean;
  children: ReactNode;
}

/** An amount of money in a label. */
const AMOUNT = /\p{Sc}\s?\d|\b[A-Z]{3}\s\d/u;

/**
 * A button. A label with an amount is not translated by the browser, and a new label is a new element. A translator replaces text
 * nodes, and React would keep updating the removed ones.
 *
 * Its type is `button` by default, so that it never submits a form by accident.
 */
export function Button({ look, small, wide, busy = false, onClick, className, children, ...rest }: ButtonProps) {
  function clicked(event: MouseEvent<HTMLButtonElement>) {
    if (busy) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }
  const isPriced = typeof children === "string" && AMOUNT.test(children);
  const appearance: Look = {};
  if (look) appearance.look = look;
  if (small) appearance.small = small;
  if (wide) appearance.wide = wide;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(appearance), busy && styles.busy, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      onClick={clicked}
    >
      <span key={isPriced ? children : "label"} className={styles.label} translate={isPriced ? "no" : undefined}>
        {children}
      </span>
      {busy && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  );
}

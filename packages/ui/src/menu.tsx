import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Button, type ButtonLook } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./menu.module.css";
import { useDismissal } from "./use-dismissal.ts";

export interface MenuItem {
  label: string;
  onSelect: () => void;
  /** Why the item cannot be chosen now; the keyboard can still reach it, so that the reason can be read. */
  unavailable?: string | undefined;
}

interface MenuProps {
  label: string;
  /** What a screen reader says in place of the label, where several menus of a page have the same one. */
  name?: string;
  items: readonly MenuItem[];
  align?: "start" | "end";
  look?: ButtonLook;
  small?: boolean;
  busy?: boolean;
}

/**
 * A button that opens a list of actions: arrows, Home, End and first letters move the focus; Escape closes the list
 * and returns to the button.
 */
export function Menu({
  label,
  name,
  items,
  align = "end",
  look = "secondary",
  small = false,
  busy = false,
}: MenuProps) {
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback((reason: "escape" | "outside") => {
    setOpen(false);
    if (reason === "escape") container.current?.querySelector("button")?.focus();
  }, []);
  useDismissal(open, container, close);

  useLayoutEffect(() => {
    if (list.current) keepInWindow(list.current);
  }, [open]);
  useEffect(() => {
    if (open) itemsIn(list.current)[0]?.focus();
  }, [open]);

  function moved(event: KeyboardEvent<HTMLDivElement>) {
    const all = itemsIn(list.current);
    const next = all[targetOf(event.key, all, document.activeElement)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  function chosen(item: MenuItem) {
    if (item.unavailable) return;
    close("escape");
    item.onSelect();
  }

  return (
    <div className={styles.menu} ref={container}>
      <Button
        look={look}
        small={small}
        busy={busy}
        aria-haspopup="menu"
        aria-label={name}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
        <span className={styles.chevron} aria-hidden="true" />
      </Button>
      {open && (
        <div
          id={id}
          ref={list}
          role="menu"
          tabIndex={-1}
          aria-label={name ?? label}
          className={classNames(styles.list, styles[align])}
          onKeyDown={moved}
        >
          {items.map((item) => (
            <Item key={item.label} item={item} onChoose={() => chosen(item)} />
          ))}
        </div>
      )}
    </div>
  );
}

/** One action. The reason why it cannot be chosen is its description, not part of its name. */
function Item({ item: { label, unavailable }, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const id = useId();
  const described = unavailable
    ? { "aria-disabled": true, "aria-labelledby": id, "aria-describedby": `${id}-reason` }
    : {};
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={styles.item} {...described} onClick={onChoose}>
      <span id={id}>{label}</span>
      {unavailable && (
        <span id={`${id}-reason`} className={styles.reason}>
          {unavailable}
        </span>
      )}
    </button>
  );
}

/** Pixels between a list and the edge of the window. */
const EDGE = 8;

/** Moves a list sideways if it would extend beyond the window. */
function keepInWindow(list: HTMLElement) {
  const { left, right } = list.getBoundingClientRect();
  const over = Math.min(document.documentElement.clientWidth - EDGE - right, 0) || Math.max(EDGE - left, 0);
  if (over !== 0) list.style.translate = `${over}px 0`;
}

function itemsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

/** Returns the index that the key selects, or -1. */
function targetOf(key: string, all: readonly HTMLElement[], now: Element | null): number {
  const at = all.findIndex((item) => item === now);
  if (key === "ArrowDown") return (at + 1) % all.length;
  if (key === "ArrowUp") return (at - 1 + all.length) % all.length;
  if (key === "Home") return 0;
  if (key === "End") return all.length - 1;
  if (key.length !== 1) return -1;
  return all.findIndex((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}

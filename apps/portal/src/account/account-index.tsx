import { Button } from "@foyer/ui/button";
import { useDismissal } from "@foyer/ui/use-dismissal";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { words } from "#words/account";
import { focusHeading } from "../shared/screens/focus-heading.ts";
import styles from "./account-page.module.css";
import { sectionIds } from "./section-ids.ts";

/** The part of the window's height above which a section counts as the one that is read. */
const READING_LINE = 0.3;

const SCROLLING_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);

/**
 * Returns the id of the section that is read: the last one that begins above the line, at the page's end the last of all. A
 * chosen section counts until the person reads on, because the page may not reach far enough to show it at the top.
 */
function useReadSection(ids: readonly string[]): [string | undefined, (id: string) => void] {
  const [read, setRead] = useState(ids[0]);
  const chosen = useRef<string>(null);
  const all = ids.join(" ");
  useEffect(() => {
    let frame = 0;
    function look() {
      const { scrollHeight } = document.documentElement;
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1;
      const line = isAtEnd ? innerHeight : innerHeight * READING_LINE;
      const begun = all.split(" ").filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= line;
      });
      setRead(chosen.current ?? begun.at(-1) ?? all.split(" ")[0]);
    }
    function moved() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    }
    function readOn(event: Event) {
      if (event instanceof KeyboardEvent && !SCROLLING_KEYS.has(event.key)) return;
      chosen.current = null;
      moved();
    }
    addEventListener("scroll", moved, { passive: true });
    addEventListener("resize", moved);
    for (const act of ["wheel", "touchmove", "keydown"]) addEventListener(act, readOn, { passive: true });
    moved();
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", moved);
      removeEventListener("resize", moved);
      for (const act of ["wheel", "touchmove", "keydown"]) removeEventListener(act, readOn);
    };
  }, [all]);
  const choose = useCallback((id: string) => {
    chosen.current = id;
    setRead(id);
  }, []);
  return [read, choose];
}

/**
 * Links to the account page's sections; the one that is read or was chosen is marked (LOOK-18). Beside the sections on a wide
 * screen, in a menu that stays at the top on a narrow one.
 */
export function AccountIndex({ hasPayment }: { hasPayment: boolean }) {
  const entries = [
    { id: sectionIds.account, label: words.accountSection },
    { id: sectionIds.security, label: words.securitySection },
    ...(hasPayment ? [{ id: sectionIds.payment, label: words.paymentSection }] : []),
    { id: sectionIds.appAccess, label: words.appAccessSection },
    { id: sectionIds.team, label: words.teamSection },
    { id: sectionIds.legacy, label: words.legacySection },
  ];
  const [read, choose] = useReadSection(entries.map(({ id }) => id));
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  useDismissal(isOpen, place, (reason) => {
    setOpen(false);
    if (reason === "escape") place.current?.querySelector("button")?.focus();
  });
  const listId = useId();
  const current = entries.find(({ id }) => id === read)?.label ?? "";
  return (
    <nav ref={place} className={styles.index} aria-label={words.index}>
      <Button
        small
        className={styles.indexButton}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {words.indexAt(current)}
      </Button>
      <ul id={listId} className={isOpen ? undefined : styles.indexClosed}>
        {entries.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === read ? "location" : undefined}
              onClick={() => {
                setOpen(false);
                choose(id);
                focusHeading(id);
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

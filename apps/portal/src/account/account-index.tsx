import { useEffect, useState } from "react";
import { words } from "#words/account";
import styles from "./account-page.module.css";
import { sectionIds } from "./section-ids.ts";

/** The part of the window's height above which a section counts as the one that is read. */
const READING_LINE = 0.3;

/** Returns the id of the section that is read: the last one that begins above the line, at the page's end the last of all. */
function useReadSection(ids: readonly string[]): string | undefined {
  const [read, setRead] = useState(ids[0]);
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
      setRead(begun.at(-1) ?? all.split(" ")[0]);
    }
    function moved() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    }
    addEventListener("scroll", moved, { passive: true });
    addEventListener("resize", moved);
    moved();
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", moved);
      removeEventListener("resize", moved);
    };
  }, [all]);
  return read;
}

/** Links to the account page's sections, next to them on a wide screen; the one that is read is marked (LOOK-18). */
export function AccountIndex({ hasPayment }: { hasPayment: boolean }) {
  const entries = [
    { id: sectionIds.account, label: words.accountSection },
    { id: sectionIds.security, label: words.securitySection },
    ...(hasPayment ? [{ id: sectionIds.payment, label: words.paymentSection }] : []),
    { id: sectionIds.appAccess, label: words.appAccessSection },
    { id: sectionIds.team, label: words.teamSection },
    { id: sectionIds.legacy, label: words.legacySection },
  ];
  const read = useReadSection(entries.map(({ id }) => id));
  return (
    <nav className={styles.index} aria-label={words.index}>
      <ul>
        {entries.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === read ? "location" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

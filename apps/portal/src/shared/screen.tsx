import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { words } from "#words/screens";
import styles from "./screen.module.css";
import { brand } from "./settings.ts";

/** True once the person has gone from one page to another: then, and only then, headings take the focus. */
const navigation = { happened: false };

/** Called whenever one page takes the place of another: the path has changed, or a task has come to its end. */
export function noteNavigation() {
  navigation.happened = true;
}

/** Names the document after the screen that is shown (SHELL-08). */
function useDocumentTitle(page: string) {
  useEffect(() => {
    document.title = words.titleOf(page, brand.provider);
  }, [page]);
}

interface ScreenProps {
  /** The document's title, and the heading unless one is given. */
  title: string;
  heading?: ReactNode;
  /** `card`: one narrow card, one job. `page`: the whole width. */
  width?: "card" | "text" | "page";
  /** What stands over the heading: the way back. */
  above?: ReactNode;
  children: ReactNode;
}

/** A page: its title, and its heading, which takes the focus when the person came here from another page. */
export function Screen({ title, heading, width = "page", above, children }: ScreenProps) {
  useDocumentTitle(title);
  return (
    <div className={styles[width]}>
      {above && <div className={styles.above}>{above}</div>}
      <ScreenHeading>{heading ?? title}</ScreenHeading>
      {children}
    </div>
  );
}

function ScreenHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!navigation.happened) return;
    navigation.happened = false;
    heading.current?.focus();
  }, []);
  // A page that was only on its way hands the focus on to the one that has come.
  useLayoutEffect(() => {
    const { current } = heading;
    return () => {
      if (document.activeElement === current) noteNavigation();
    };
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

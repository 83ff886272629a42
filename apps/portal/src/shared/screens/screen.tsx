import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { words } from "#words/screens";
import styles from "./screen.module.css";
import { brand } from "../settings/settings.ts";

/** True once the person has moved from one page to another; only then do headings take the focus. */
const navigation = { happened: false };

/** Call when one page replaces another: the path has changed, or a task has finished. */
export function noteNavigation() {
  navigation.happened = true;
}

/** Sets the document's title for the screen (SHELL-08). */
function useDocumentTitle(page: string) {
  useEffect(() => {
    document.title = words.titleOf(page, brand.provider);
  }, [page]);
}

interface ScreenProps {
  /** The document's title, and the heading unless another one is given. */
  title: string;
  heading?: ReactNode;
  /** `card`: one narrow card with one task. `page`: the whole width. */
  width?: "card" | "text" | "page";
  /** Content above the heading: the link back. */
  above?: ReactNode;
  /** Actions for the page's subject; null until they are known. With them, the heading stays in view. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its title and its heading, which takes the focus if the person came from another page. */
export function Screen({ title, heading, width = "page", above, actions, children }: ScreenProps) {
  useDocumentTitle(title);
  return (
    <div className={styles[width]}>
      {above && <div className={styles.above}>{above}</div>}
      {actions === undefined ? (
        <ScreenHeading>{heading ?? title}</ScreenHeading>
      ) : (
        <div className={styles.bar}>
          <ScreenHeading>{heading ?? title}</ScreenHeading>
          {actions}
        </div>
      )}
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
  // A loading page passes the focus on to the page that replaces it.
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

import { LiveRegion } from "@foyer/ui/live-region";
import type { ReactNode } from "react";
import { words } from "#words/shell";
import { OfflineNotice } from "./offline-notice.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import styles from "./shell.module.css";

interface ShellProps {
  /** The signed-in person's name and links; below the header. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: header, bar, content, footer. */
export function Shell({ bar, children }: ShellProps) {
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <SiteHeader />
      {bar}
      <OfflineNotice />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter />
      <LiveRegion />
    </div>
  );
}

import { LiveRegion } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { type ReactNode, useSyncExternalStore } from "react";
import { words } from "#words/shell";
import { words as common } from "#words/common";
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

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Shows a message while the browser is offline. */
function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <div className={styles.offline}>
      <Notice kind="warning">{common.offline}</Notice>
    </div>
  );
}

import { Notice } from "@foyer/ui/notice";
import { useSyncExternalStore } from "react";
import { words } from "#words/common";
import styles from "./shell.module.css";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Shows a message while the browser is offline. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <div className={styles.offline}>
      <Notice kind="warning">{words.offline}</Notice>
    </div>
  );
}

import { useEffect, useState, useSyncExternalStore } from "react";
import styles from "./live-region.module.css";

let current = { text: "", number: 0 };
const listeners = new Set<() => void>();
const SHOWN_MS = 6000;

/** Shows a message and announces it to screen readers, without moving the focus. */
export function announce(text: string) {
  current = { text, number: current.number + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders the messages of `announce`. The shell renders it once. */
export function LiveRegion() {
  const latest = useSyncExternalStore(
    subscribe,
    () => current,
    () => current,
  );
  const [gone, setGone] = useState(0);
  useEffect(() => {
    if (!latest.number) return undefined;
    const timer = setTimeout(() => setGone(latest.number), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [latest]);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {latest.number > gone && (
        <div className={styles.toast} key={latest.number}>
          {latest.text}
        </div>
      )}
    </div>
  );
}

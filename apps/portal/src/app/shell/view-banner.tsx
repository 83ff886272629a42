import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { useEffect, useState } from "react";
import { words } from "#words/shell";
import { api } from "../../shared/requests/api.ts";
import type { StoredView } from "../../shared/storage/stored.ts";
import { leaveView } from "../../shared/storage/viewing.ts";
import styles from "./bar.module.css";

/** Shows permanently that a staff member views the portal as another person, and the remaining time. */
export function ViewBanner({ view }: { view: StoredView }) {
  const secondsLeft = useSecondsLeft(view.endsAt);
  const [stopping, setStopping] = useState(false);

  async function stop() {
    setStopping(true);
    try {
      await call(api, "signOut", { token: view.accessToken });
    } catch {
      // The service ends the view by itself.
    }
    leaveView();
  }

  return (
    <section className={styles.view} aria-label={words.viewing(view.username)}>
      <div className={styles.inner}>
        <p className={styles.viewWords}>
          <strong>{words.viewing(view.username)}</strong> {words.viewOnly}
        </p>
        <div className={styles.person}>
          <span className={styles.left}>
            {words.viewLeft} <span role="timer">{minutesAndSeconds(secondsLeft)}</span>
          </span>
          <Button small busy={stopping} onClick={() => void stop()}>
            {words.viewStop}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Counts down to the end, and leaves the view at zero. */
function useSecondsLeft(endsAt: number): number {
  const [left, setLeft] = useState(() => secondsUntil(endsAt));
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsUntil(endsAt);
      setLeft(now);
      if (now === 0) leaveView();
    }, 1000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return left;
}

function secondsUntil(endsAt: number): number {
  return Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
}

function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

import { Button } from "@foyer/ui/button";
import { Component, type ReactNode } from "react";
import { words } from "#words/screens";
import { reportFailure } from "../shared/failures/report-failure.ts";
import { mutedClass } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { DeskLinks } from "./shell/desk-links.tsx";
import styles from "./failure-boundary.module.css";

interface State {
  failure: { error: unknown } | null;
}

/** Shows the fallback screen instead of content that failed to render, and reports the failure (SHELL-09). */
export class FailureBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    reportFailure(error);
  }

  override render() {
    const { failure } = this.state;
    return failure ? <FailureScreen error={failure.error} /> : this.props.children;
  }
}

function FailureScreen({ error }: { error: unknown }) {
  return (
    <main className={styles.page}>
      <Screen title={words.failureTitle} width="text">
        <p className={mutedClass}>{words.failureText}</p>
        <p className={styles.message}>{messageOf(error)}</p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too */}
        <pre className={styles.stack} role="region" aria-label={words.stack} tabIndex={0}>
          {error instanceof Error ? error.stack : null}
        </pre>
        <p>
          <Button look="primary" onClick={() => location.reload()}>
            {words.reload}
          </Button>
        </p>
        <DeskLinks />
      </Screen>
    </main>
  );
}

/** Returns the failure's status, if it has one, and its message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = "status" in error && typeof error.status === "number" ? `${error.status} ` : "";
  return `${status}${error.message}`;
}

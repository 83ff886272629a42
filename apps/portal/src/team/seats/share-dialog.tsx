import { Button } from "@foyer/ui/button";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { TextField } from "@foyer/ui/field";
import { useRef, useState } from "react";
import { words } from "#words/seat-acts";
import { words as common } from "#words/team";
import type { SeatDialogProps } from "./seat-dialog-props.ts";
import styles from "./share-dialog.module.css";

/** The invitation's short link, to copy (SEATS-04). */
export function ShareDialog({ seat, license: _license, ...frame }: SeatDialogProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  async function copy() {
    const field = place.current?.querySelector("input");
    field?.select();
    try {
      await navigator.clipboard.writeText(seat.short_url ?? "");
      setState("copied");
    } catch {
      // Insecure contexts have no clipboard, and access can be refused; the link is already selected.
      setState(document.execCommand("copy") ? "copied" : "failed");
    }
  }

  return (
    <DoneDialog title={words.shareTitle} button={common.done} {...frame}>
      <p>{words.shareText(seat.email)}</p>
      <div className={styles.link} ref={place}>
        <TextField
          label={words.shareField}
          value={seat.short_url ?? ""}
          readOnly
          onFocus={(event) => event.target.select()}
        />
        <Button aria-label={words.copy} onClick={() => void copy()}>
          <CopyIcon />
        </Button>
      </div>
      <p role="status" className={styles.state}>
        {state === "copied" && words.copied}
        {state === "failed" && words.copyFailed}
      </p>
    </DoneDialog>
  );
}

function CopyIcon() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <rect x="6.25" y="6.25" width="9" height="9" rx="1.5" />
      <path d="M3.75 11.75h-1v-9h9v1" />
    </svg>
  );
}

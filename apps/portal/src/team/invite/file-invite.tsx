import type { ManagedLicense } from "@foyer/contract/licenses";
import { readAddresses } from "@foyer/domain/address-file";
import { decodeText } from "@foyer/domain/csv";
import { Button } from "@foyer/ui/button";
import { classNames } from "@foyer/ui/class-names";
import { announce } from "@foyer/ui/live-region";
import { type DragEvent, useRef, useState } from "react";
import { words } from "#words/team";
import { FileDialog } from "./file-dialog.tsx";
import styles from "./invite-section.module.css";
import type { OpenChangeSeats } from "./more-seats.tsx";

const BYTES_MAX = 1_048_576;

interface FileInviteProps {
  license: ManagedLicense;
  disabled: boolean;
  onChangeSeats: OpenChangeSeats;
}

/** Accepts a CSV or text file, chosen or dropped here, and opens its preview. */
export function FileInvite({ license, disabled, onChangeSeats }: FileInviteProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);

  async function read(file: File | undefined) {
    if (!file || disabled) return;
    const bytes = file.size > BYTES_MAX ? null : await file.arrayBuffer().catch(() => new ArrayBuffer(1));
    const text = bytes && decodeText(new Uint8Array(bytes));
    if (text === null) return refuse(words.fileTooLarge);
    // A spreadsheet or an image is not text: it contains zero bytes.
    if (text.includes("\0")) return refuse(words.fileUnreadable);
    const { entries, choice } = readAddresses(text);
    if (entries.length === 0 && choice === null) return refuse(words.fileEmpty);
    setFault(null);
    setChosen(text);
  }

  function refuse(sentence: string) {
    setFault(sentence);
    announce(sentence);
  }

  function dropped(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  }

  return (
    <div
      className={classNames(styles.file, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label={words.chooseFile}
        hidden
        disabled={disabled}
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // Allows choosing the same file again after a correction.
          event.target.value = "";
        }}
      />
      <Button small disabled={disabled} onClick={() => input.current?.click()}>
        {words.chooseFile}
      </Button>
      <span>{isOver ? words.dropHere : (fault ?? words.fileHint)}</span>
      {chosen !== null && (
        <FileDialog license={license} text={chosen} onChangeSeats={onChangeSeats} onClose={() => setChosen(null)} />
      )}
    </div>
  );
}

import { Button } from "@foyer/ui/button";
import { Menu } from "@foyer/ui/menu";
import type { RefObject } from "react";
import { words } from "#words/admin";
import { useKept } from "../../shared/forms/use-kept.ts";
import styles from "../admin.module.css";
import { useRights } from "../use-rights.ts";
import { ActDialog } from "./act-dialog.tsx";
import type { OfferedAct } from "./offered-act.ts";

interface ActDialogOptions {
  /** Gets the focus afterwards, if the button that opened the dialog is gone. */
  returnTo?: RefObject<HTMLElement | null>;
  onClose?: () => void;
}

/**
 * Opens the dialog of an act. It stays open when its button is gone, because it shows the result, and it is open again
 * after a new sign-in (LOOK-04).
 *
 * @param name unique on its page.
 */
export function useActDialog(name: string, { returnTo, onClose }: ActDialogOptions = {}) {
  const [opened, open] = useKept<OfferedAct | null>(name, null);
  function close() {
    open(null);
    onClose?.();
  }
  return { open, dialog: opened && <ActDialog act={opened} returnTo={returnTo} onClose={close} /> };
}

interface ActButtonProps {
  act: OfferedAct;
  look?: "primary" | "quiet";
  small?: boolean;
  onOpen: (act: OfferedAct) => void;
}

/** The button that opens the dialog of an act; only staff with the right see it. */
export function ActButton({ act, onOpen, small = true, ...button }: ActButtonProps) {
  const may = useRights();
  return (
    may(act.needs) && (
      <Button {...button} small={small} aria-label={act.name} onClick={() => onOpen(act)}>
        {act.label}
      </Button>
    )
  );
}

interface ActMenuProps {
  acts: readonly OfferedAct[];
  /** Before the menu, with a button of its own. */
  first?: OfferedAct | undefined;
}

/** The acts of a page that the staff member may do. */
export function ActMenu({ acts, first }: ActMenuProps) {
  const may = useRights();
  const { open, dialog } = useActDialog("repair");
  const items = acts.filter(({ needs }) => may(needs));
  return (
    <div className={styles.acts}>
      {first && <ActButton act={first} small={false} onOpen={open} />}
      {items.length > 0 && (
        <Menu
          label={words.actions}
          align="start"
          items={items.map((act) => ({ label: act.label, onSelect: () => open(act) }))}
        />
      )}
      {dialog}
    </div>
  );
}

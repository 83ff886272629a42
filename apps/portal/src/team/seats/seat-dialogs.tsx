import type { ComponentType } from "react";
import { GiveDialog } from "./give-dialog.tsx";
import { RenewDialog } from "./renew-dialog.tsx";
import type { SeatDialogProps } from "./seat-dialog-props.ts";
import { ShareDialog } from "./share-dialog.tsx";

/** The dialogs about one seat, which a `SeatDialogButton` in its row opens. */
export const seatDialogs = {
  renew: RenewDialog,
  share: ShareDialog,
  give: GiveDialog,
} satisfies Record<string, ComponentType<SeatDialogProps>>;

export type SeatDialogKind = keyof typeof seatDialogs;

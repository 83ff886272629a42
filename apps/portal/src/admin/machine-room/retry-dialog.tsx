import type { MachineTask } from "@foyer/contract/staff-wire";
import { words } from "#words/admin-machine-room";
import { ReasonDialog } from "../reason-dialog.tsx";
import { useRetry } from "./use-retry.ts";

interface RetryDialogProps {
  task: MachineTask;
  service: "accounts" | "purchase";
  onClose: () => void;
}

/** Asks why before failed work is tried again. */
export function RetryDialog({ task, service, onClose }: RetryDialogProps) {
  const retry = useRetry(service);
  return (
    <ReasonDialog
      title={words.retryTitle}
      text={words.retryText(task.title)}
      agree={words.retry}
      act={(reason) => retry(task, reason).then(onClose)}
      onClose={onClose}
    />
  );
}

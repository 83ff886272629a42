import { call } from "@foyer/api-client/client";
import type { Activation, ActivationLimit } from "@foyer/contract/activations";
import { formatDate } from "@foyer/domain/dates";
import { FormDialog } from "@foyer/ui/form-dialog";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { words as common } from "#words/common";
import { words } from "#words/devices";
import { words as sending } from "#words/sending";
import { activationsApi, activationsQuery } from "../../shared/activations-api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { unsentSentence, useSending } from "../../shared/use-sending.ts";
import { deviceName } from "./device-name.ts";

interface FreeDeviceDialogProps {
  device: Activation;
  limit: ActivationLimit;
  onClose: () => void;
}

/** Asks before a device is freed, and says what happens there; the device need not be at hand. */
export function FreeDeviceDialog({ device, limit, onClose }: FreeDeviceDialogProps) {
  const queries = useQueryClient();
  const { id, offline_until: until } = device;
  const freeing = useSending<void>(async (_, signal) => {
    await call(activationsApi, "freeActivation", { params: { activation: id }, signal });
    await queries.invalidateQueries({ queryKey: activationsQuery.queryKey });
    announce(words.freed);
    onClose();
  }, sending.freeing);
  return (
    <FormDialog
      title={words.freeTitle(deviceName(device))}
      danger
      submit={words.free}
      cancel={common.cancel}
      busy={freeing.busy}
      waiting={freeing.waiting}
      refusal={<FailureNotice failure={freeing.failure} sentence={unsentSentence(freeing.failure)} />}
      description={words.freeHelp}
      onSubmit={() => freeing.submit()}
      onClose={onClose}
    >
      {until !== null && <p>{words.freeOffline(formatDate(until))}</p>}
      <p>{words.freesLeft(limit.frees_left)}</p>
    </FormDialog>
  );
}

import { call } from "@foyer/api-client/client";
import type { Activation } from "@foyer/contract/activations";
import { formatDate } from "@foyer/domain/dates";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { words } from "#words/devices";
import { words as sending } from "#words/sending";
import { api } from "../requests/api.ts";
import { activationsQuery, licenseDevicesQuery } from "./device-queries.ts";
import { SubmitDialog } from "../forms/submit-dialog.tsx";
import { useSubmit } from "../forms/use-submit.ts";
import { deviceName } from "./device-name.ts";

interface FreeDeviceDialogProps {
  device: Pick<Activation, "id" | "name" | "registration_id" | "offline_until">;
  /** How many devices the person can still free; null for a manager, whose frees are not counted. */
  freesLeft: number | null;
  /** Where the focus goes once the device is gone from its list. */
  returnTo?: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks before a device is freed, and shows the consequences. */
export function FreeDeviceDialog({ device, freesLeft, returnTo, onClose }: FreeDeviceDialogProps) {
  const queries = useQueryClient();
  const { id, offline_until: until } = device;
  const freeing = useSubmit(async (_, signal) => {
    await call(api, "freeActivation", { params: { activation: id }, signal });
    const lists = [activationsQuery, licenseDevicesQuery(device.registration_id)];
    await Promise.all(lists.map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
    announce(words.freed);
    onClose();
  }, sending.freeing);
  return (
    <SubmitDialog
      sending={freeing}
      title={words.freeTitle(deviceName(device))}
      danger
      returnTo={returnTo}
      submit={words.free}
      description={words.freeHelp}
      onClose={onClose}
    >
      {until !== null && <p>{words.freeOffline(formatDate(until))}</p>}
      {freesLeft !== null && <p>{words.freesLeft(freesLeft)}</p>}
    </SubmitDialog>
  );
}

import type { ToldAs } from "@foyer/contract/staff-purchase";
import type { MachineTask } from "@foyer/contract/staff-wire";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-machine-room";
import { ReasonDialog } from "../reason-dialog.tsx";
import { useRetry } from "./use-retry.ts";

/** The facts of a refused message that staff can correct. */
function factsOf({ message = {} }: MachineTask): { license: string; plan: string; seats: string } {
  const inner = message["subscription"] ?? message["sale"];
  const facts = new Map(Object.entries(typeof inner === "object" && inner !== null ? inner : {}));
  const textOf = (key: string): string => String(facts.get(key) ?? "");
  return { license: textOf("registration_id"), plan: textOf("plan"), seats: textOf("quantity") };
}

/** Tells a refused message with corrections. */
export function TellAsDialog({ task, onClose }: { task: MachineTask; onClose: () => void }) {
  const retry = useRetry("purchase");
  const [license, setLicense] = useState(factsOf(task).license);
  const [plan, setPlan] = useState(factsOf(task).plan);
  const [seats, setSeats] = useState(factsOf(task).seats);
  const toldAs: ToldAs = { registration_id: license.trim(), plan: plan.trim(), quantity: Number(seats) };
  return (
    <ReasonDialog
      title={words.tellAsTitle}
      text={words.tellAsText}
      agree={words.tellAs}
      ready={license.trim() !== "" && plan.trim() !== "" && /^\d{1,10}$/.test(seats.trim())}
      act={(reason) => retry(task, reason, toldAs).then(onClose)}
      onClose={onClose}
    >
      <TextField label={words.license} value={license} onChange={(event) => setLicense(event.target.value)} />
      <TextField label={words.plan} value={plan} onChange={(event) => setPlan(event.target.value)} />
      <TextField
        label={words.seats}
        inputMode="numeric"
        value={seats}
        onChange={(event) => setSeats(event.target.value)}
      />
    </ReasonDialog>
  );
}

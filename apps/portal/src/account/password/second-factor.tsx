import type { CallReply } from "@foyer/api-client/call-types";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { words } from "#words/security";
import { later } from "../../shared/screens/part.tsx";
import { isFirstLoad, MissingParts } from "../../shared/screens/loaded.tsx";
import { userQuery } from "../../shared/requests/queries.ts";
import { secondFactorQuery, sessionsQuery } from "./security-queries.ts";
import { SecurityRow } from "./security-row.tsx";

const TurnOnDialog = later(async () => (await import("./turn-on-dialog.tsx")).TurnOnDialog);
const TurnOffDialog = later(async () => (await import("./turn-off-dialog.tsx")).TurnOffDialog);

/** Shows whether sign-in asks for a code, and turns that on or off. */
export function SecondFactor() {
  const factor = useQuery(secondFactorQuery);
  const { data } = factor;
  const queries = useQueryClient();
  const [open, setOpen] = useState<"on" | "off" | null>(null);

  function changed(said: string) {
    setOpen(null);
    for (const { queryKey } of [secondFactorQuery, sessionsQuery, userQuery]) {
      void queries.invalidateQueries({ queryKey });
    }
    announce(said);
  }

  return (
    <SecurityRow
      title={words.factor}
      state={data && <FactorState {...data} />}
      isLoading={isFirstLoad(factor)}
      action={
        data && (
          <Button
            small
            aria-label={data.enabled ? words.turnOffFactor : words.setUpTitle}
            onClick={() => setOpen(data.enabled ? "off" : "on")}
          >
            {data.enabled ? words.turnOff : words.turnOn}
          </Button>
        )
      }
    >
      <MissingParts queries={[factor]} title={words.factorFailed} />
      <Suspense>
        {open === "on" && <TurnOnDialog onClose={() => setOpen(null)} onTurnedOn={() => changed(words.turnedOn)} />}
        {open === "off" && <TurnOffDialog onClose={() => setOpen(null)} onTurnedOff={() => changed(words.turnedOff)} />}
      </Suspense>
    </SecurityRow>
  );
}

function FactorState({ enabled, recovery_codes_left: codesLeft }: CallReply<"readSecondFactor">) {
  if (!enabled) return words.factorOff;
  return (
    <>
      {words.factorOn} {words.codesLeft(codesLeft)} {codesLeft < 3 && words.codesLeftHelp}
    </>
  );
}

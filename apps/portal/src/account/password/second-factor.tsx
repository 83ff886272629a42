import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { words } from "#words/security";
import { later } from "../../shared/screens/part.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { userQuery } from "../../shared/requests/queries.ts";
import styles from "../account-page.module.css";
import { secondFactorQuery, sessionsQuery } from "./security-queries.ts";

const TurnOnDialog = later(async () => (await import("./turn-on-dialog.tsx")).TurnOnDialog);
const TurnOffDialog = later(async () => (await import("./turn-off-dialog.tsx")).TurnOffDialog);

/** Shows whether sign-in asks for a code, and turns that on or off. */
export function SecondFactor() {
  const factor = useQuery(secondFactorQuery);
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
    <div className={styles.group}>
      <h3>{words.factor}</h3>
      <Loaded query={factor} failed={words.factorFailed} lines={[0.6]}>
        {({ enabled, recovery_codes_left: codesLeft }) => (
          <div className={styles.alone}>
            <div className={styles.what}>
              <p>{enabled ? words.factorOn : words.factorOff}</p>
              {enabled && (
                <p className={mutedClass}>
                  {words.codesLeft(codesLeft)} {codesLeft < 3 && words.codesLeftHelp}
                </p>
              )}
            </div>
            <Button
              small
              aria-label={enabled ? words.turnOffFactor : words.setUpTitle}
              onClick={() => setOpen(enabled ? "off" : "on")}
            >
              {enabled ? words.turnOff : words.turnOn}
            </Button>
          </div>
        )}
      </Loaded>
      <Suspense>
        {open === "on" && <TurnOnDialog onClose={() => setOpen(null)} onTurnedOn={() => changed(words.turnedOn)} />}
        {open === "off" && <TurnOffDialog onClose={() => setOpen(null)} onTurnedOff={() => changed(words.turnedOff)} />}
      </Suspense>
    </div>
  );
}

import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/buy";
import { api } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Actions } from "../shared/screens/panel.tsx";
import { personalSeatsQuery } from "../shared/requests/queries.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";

/** Asks whether the buyer takes a seat; nothing is assumed. */
export function OwnSeat({ license }: { license: string }) {
  const queries = useQueryClient();
  const [answer, setAnswer] = useState<"taken" | "no" | null>(null);
  const taking = useSubmit(async () => {
    await call(api, "takeSeat", { params: { id: license }, idempotencyKey: `own-seat.${license}` });
    await queries.invalidateQueries({ queryKey: personalSeatsQuery.queryKey });
    setAnswer("taken");
  });
  if (answer === "taken") return <Notice kind="success">{words.seatTaken}</Notice>;
  if (answer === "no") return null;
  return (
    <>
      <FailureNotice failure={taking.failure} />
      <p>
        <strong>{words.seatQuestion}</strong>
      </p>
      <Actions>
        <Button onClick={() => setAnswer("no")}>{words.noSeat}</Button>
        <Button busy={taking.busy} onClick={() => taking.submit()}>
          {words.takeSeat}
        </Button>
      </Actions>
    </>
  );
}

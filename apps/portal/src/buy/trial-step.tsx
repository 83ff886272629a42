import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import type { Catalogue } from "@foyer/contract/checkout";
import { formatDate } from "@foyer/domain/dates";
import { trialSeatsMax } from "@foyer/domain/trials";
import { Button, buttonClass } from "@foyer/ui/button";
import { SelectField } from "@foyer/ui/field";
import { EmptyState } from "@foyer/ui/placeholders";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Form } from "../shared/forms/form.tsx";
import { Actions, Panel } from "../shared/screens/panel.tsx";
import { Link } from "../shared/screens/router.tsx";
import { words as buying } from "#words/buy";
import { words as sending } from "#words/sending";
import { words } from "#words/trial";
import { api } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Loaded } from "../shared/screens/loaded.tsx";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { refreshLicenses } from "../shared/subscription/subscription-queries.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { WaitingLine } from "../shared/forms/waiting-line.tsx";
import { OwnSeat } from "./own-seat.tsx";
import { catalogueQuery } from "./queries.ts";

type Trial = CallReply<"startTrial">["trial"];

interface TrialStepProps {
  /** `OUTLINE-5` */
  product: string;
  /** The number of seats that was chosen before. */
  seats: number;
  /** Leads to the purchase of the product. */
  onBuy: () => void;
  /** Runs when the person goes on to another page after the start. */
  onLeave: () => void;
}

/** Starts a trial after a click, and says when it ends (BUY-12). */
export function TrialStep({ product, seats, onBuy, onLeave }: TrialStepProps) {
  const catalogue = useQuery(catalogueQuery);
  const [trial, setTrial] = useState<Trial | null>(null);
  if (trial) return <Started trial={trial} onLeave={onLeave} />;
  const offered = catalogue.data?.products.find(({ id }) => id === product);
  return (
    <Screen title={buying.pageTitle} heading={offered ? words.heading(offered.name) : buying.pageTitle} width="card">
      <Loaded query={catalogue} failed={buying.failed} lines={[0.9, 0.6]}>
        {(all) => <StartForm catalogue={all} product={product} chosen={seats} onStarted={setTrial} onBuy={onBuy} />}
      </Loaded>
    </Screen>
  );
}

interface StartFormProps {
  catalogue: Catalogue;
  product: string;
  chosen: number;
  onStarted: (trial: Trial) => void;
  onBuy: () => void;
}

function StartForm({ catalogue, product, chosen, onStarted, onBuy }: StartFormProps) {
  const queries = useQueryClient();
  const [seats, setSeats] = useState(Math.min(chosen, trialSeatsMax));
  const starting = useSubmit(async (_, signal) => {
    const body = { product, seats };
    const { trial } = await call(api, "startTrial", { body, signal, idempotencyKey: `trial.${product}.${seats}` });
    void refreshLicenses(queries);
    noteNavigation();
    onStarted(trial);
  }, sending.trying);
  const days = catalogue.products.find(({ id }) => id === product)?.trial_days;
  if (days === undefined) {
    return (
      <EmptyState title={words.gone}>
        <p>{words.goneText}</p>
        <Button onClick={onBuy}>{words.buyInstead}</Button>
      </EmptyState>
    );
  }

  return (
    <Panel>
      <Form onSubmit={() => starting.submit()}>
        <FailureNotice failure={starting.failure} />
        <p>{words.text(days)}</p>
        <SelectField
          label={words.seats}
          hint={words.seatsHint}
          value={seats}
          disabled={starting.busy}
          onChange={({ target }) => setSeats(Number(target.value))}
        >
          {Array.from({ length: trialSeatsMax }, (_, at) => (
            <option key={at} value={at + 1}>
              {words.seatCount(at + 1)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" wide busy={starting.busy}>
          {words.start}
        </Button>
        <WaitingLine waiting={starting.waiting} />
        <Button wide disabled={starting.busy} onClick={onBuy}>
          {words.buyInstead}
        </Button>
      </Form>
    </Panel>
  );
}

function Started({ trial, onLeave }: { trial: Trial; onLeave: () => void }) {
  useEffect(() => {
    return onLeave;
  }, [onLeave]);
  return (
    <Screen title={buying.pageTitle} heading={words.startedHeading(trial.description)} width="text">
      <Panel>
        <p>{words.startedText(trial.seats, formatDate(trial.ends_at))}</p>
        <OwnSeat license={trial.registration_id} />
        <Actions>
          <Link to="/" className={buttonClass()}>
            {words.toAccount}
          </Link>
        </Actions>
      </Panel>
    </Screen>
  );
}

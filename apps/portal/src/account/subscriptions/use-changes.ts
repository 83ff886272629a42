import type { ManagedLicense } from "@foyer/contract/licenses";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { customerQuery } from "../../shared/billing/queries.ts";
import { type Payer, subscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import { type FlowName, flowAddress, type OpenFlow, useOpenFlow } from "../../shared/subscription/use-open-flow.ts";
import { usePendingFlag } from "../../shared/subscription/use-pending-flag.ts";
import { chooseTeam } from "../../shared/storage/team-choice.ts";

/** The changes of a customer's subscriptions; only one can be open at a time (HOME-16). */
export interface Changes extends Pick<OpenFlow, "outcome" | "finish" | "dismiss"> {
  /** The open change and its payer; null if none is open. */
  readonly opened: { readonly flow: FlowName; readonly payer: Payer } | null;
  /** Returns who pays for a license's subscription; null while loading, and for a license without one. */
  readonly payerOf: (license: ManagedLicense) => Payer | null;
  /** Opens a change; a change of seats opens on the team page. */
  readonly open: (license: ManagedLicense, payer: Payer, flow: FlowName, kept?: unknown) => void;
  readonly close: () => void;
  /** Draws attention to the subscription with the open change. */
  readonly raise: () => void;
  readonly isPending: (subscriptionId: string) => boolean;
}

/** @param customerId the payer's; null for a person who is not a customer. */
export function useChanges(customerId: string | null): Changes {
  const customer = useQuery({ ...customerQuery(customerId ?? ""), enabled: customerId !== null });
  const { flow, subscriptionId, open, close, ...outcome } = useOpenFlow();
  const { isPending, raise } = usePendingFlag();
  const [raisedFor, setRaisedFor] = useState<string | null>(null);
  const navigate = useNavigate();

  function payerOf(id: string | undefined): Payer | null {
    const found = customer.data?.subscriptions.find((subscription) => subscription.id === id);
    const subscription = found && subscriptionFacts(found);
    return customerId !== null && subscription ? { customerId, subscription } : null;
  }
  const payer = flow === null ? null : payerOf(subscriptionId ?? undefined);
  return {
    ...outcome,
    opened: flow !== null && payer ? { flow, payer } : null,
    payerOf: ({ subscription_id: id }) => payerOf(id),
    open: (license, { subscription }, chosen, kept) => {
      if (chosen !== "seats") return open(chosen, subscription.id);
      chooseTeam(license.id);
      void navigate(flowAddress("/manage-team", chosen, subscription.id), { state: kept });
    },
    close,
    raise: useCallback(() => {
      setRaisedFor(subscriptionId);
      raise();
    }, [subscriptionId, raise]),
    isPending: (id) => isPending && raisedFor === id,
  };
}

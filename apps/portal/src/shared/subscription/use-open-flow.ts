import { useCallback, useState } from "react";
import { useSearchParams } from "../screens/router.tsx";

/** The changes of a subscription that have a dialog. */
export type FlowName = "seats" | "cycle" | "cancel" | "resume";

const names: ReadonlySet<string> = new Set<FlowName>(["seats", "cycle", "cancel", "resume"]);
const FLOW = "change";
const SUBSCRIPTION = "subscription";

function isFlow(name: string | null): name is FlowName {
  return name !== null && names.has(name);
}

/** The result of a change, as it is shown. */
export interface Outcome {
  readonly flow: FlowName;
  readonly title: string;
  readonly text: string;
  /** Address of the payment's document; null if nothing was paid. */
  readonly receipt: string | null;
  /** True if there are new seats, so that people can be invited. */
  readonly mayInvite: boolean;
}

export interface OpenFlow {
  /** The open flow; a single value, so that two can never be open (TEAM-10). */
  readonly flow: FlowName | null;
  /** The subscription of the flow. */
  readonly subscriptionId: string | null;
  /** @param kept the flow's initial state, to continue with an earlier choice. */
  readonly open: (flow: FlowName, subscriptionId: string, kept?: unknown) => void;
  readonly close: () => void;
  /** The result of the last change. It is not in the URL, so that a reload shows the page (LOOK-08). */
  readonly outcome: Outcome | null;
  readonly finish: (outcome: Outcome) => void;
  /** Closes the outcome. */
  readonly dismiss: () => void;
}

/**
 * Returns which change of a subscription is open. The URL stores it, so that a reload opens it again and Back closes
 * it.
 */
export function useOpenFlow(): OpenFlow {
  const [search, setSearch] = useSearchParams();
  const name = search.get(FLOW);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const open = useCallback(
    (flow: FlowName, subscriptionId: string, kept?: unknown) => {
      setSearch((now) => changed(now, { [FLOW]: flow, [SUBSCRIPTION]: subscriptionId }), { state: kept });
    },
    [setSearch],
  );
  const close = useCallback(() => {
    setSearch((now) => changed(now, { [FLOW]: null, [SUBSCRIPTION]: null }), { replace: true });
  }, [setSearch]);
  const finish = useCallback(
    (reached: Outcome) => {
      setOutcome(reached);
      close();
    },
    [close],
  );
  const dismiss = useCallback(() => setOutcome(null), []);
  // The URL changes a moment later; a change with an outcome is already over.
  const flow = isFlow(name) && outcome === null ? name : null;
  return { flow, subscriptionId: search.get(SUBSCRIPTION), open, close, outcome, finish, dismiss };
}

/** Returns the URL of a page with that change open. */
export function flowAddress(path: string, flow: FlowName, subscriptionId: string): string {
  return `${path}?${changed(new URLSearchParams(), { [FLOW]: flow, [SUBSCRIPTION]: subscriptionId })}`;
}

function changed(search: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

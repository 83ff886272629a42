import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** The changes of a subscription that have a dialog of their own. */
export type FlowName = "seats" | "cycle" | "cancel" | "resume";

const names: ReadonlySet<string> = new Set<FlowName>(["seats", "cycle", "cancel", "resume"]);
const FLOW = "change";
const SUBSCRIPTION = "subscription";

function isFlow(name: string | null): name is FlowName {
  return name !== null && names.has(name);
}

export interface OpenFlow {
  /** The one that is open; one place holds it, so that two can never be (TEAM-10). */
  readonly flow: FlowName | null;
  /** The subscription that it is about. */
  readonly subscriptionId: string | null;
  /** @param kept the state that the flow begins with, where it goes on with an earlier choice. */
  readonly open: (flow: FlowName, subscriptionId: string, kept?: unknown) => void;
  readonly close: () => void;
}

/** Which change of a subscription is open. It stands in the address, so that a reload opens it again and Back closes it. */
export function useOpenFlow(): OpenFlow {
  const [search, setSearch] = useSearchParams();
  const name = search.get(FLOW);
  const open = useCallback(
    (flow: FlowName, subscriptionId: string, kept?: unknown) => {
      setSearch((now) => changed(now, { [FLOW]: flow, [SUBSCRIPTION]: subscriptionId }), { state: kept });
    },
    [setSearch],
  );
  const close = useCallback(() => {
    setSearch((now) => changed(now, { [FLOW]: null, [SUBSCRIPTION]: null }), { replace: true });
  }, [setSearch]);
  return { flow: isFlow(name) ? name : null, subscriptionId: search.get(SUBSCRIPTION), open, close };
}

/** The address of a page on which that change is open. */
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

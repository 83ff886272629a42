import { useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";

interface Step {
  readonly step: string;
}

/**
 * Stores a flow's state in the browser's history entry: a reload continues at the same step, Back goes one step back,
 * and leaving the page discards the state.
 */
export function useKeptFlow<State extends Step, Event>(
  key: string,
  start: State,
  reduce: (now: State, event: Event) => State,
): [State, (event: Event) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const cameBack = useNavigationType() === "POP";
  const kept = stateIn<State>(location.state, key);
  const [state, setState] = useState(kept ?? start);
  const [entry, setEntry] = useState(location.key);
  if (entry !== location.key) {
    setEntry(location.key);
    if (cameBack) setState(kept ?? start);
  }

  function tell(event: Event) {
    const next = reduce(state, event);
    if (next === state) return;
    setState(next);
    void navigate(
      { search: location.search },
      { replace: next.step === state.step, state: { [key]: next }, preventScrollReset: true },
    );
  }

  return [state, tell];
}

function stateIn<State>(kept: unknown, key: string): State | null {
  if (typeof kept !== "object" || kept === null || !(key in kept)) return null;
  // Only this flow writes under its key, and the browser discards it with the tab.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (kept as Record<string, State>)[key] ?? null;
}

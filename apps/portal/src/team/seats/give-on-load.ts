import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { giveState } from "../../shared/storage/team-choice.ts";

/**
 * Returns whether a link opened the page to give its only seat to another person. A reload of the page does not ask
 * again.
 */
export function useGiveOnLoad(): boolean {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [isAsked] = useState(state === giveState);
  const isStored = state === giveState;
  useEffect(() => {
    if (isStored) void navigate({ search }, { replace: true, state: null });
  }, [isStored, search, navigate]);
  return isAsked;
}

import { ClosingGroup } from "../closing/closing-group.tsx";
import { ConnectedApps } from "./connected-apps.tsx";
import { RecentEvents } from "./recent-events.tsx";
import { Sessions } from "./sessions.tsx";

/** The groups of the security section below the first view of a small screen. */
export function LowerSecurity() {
  return (
    <>
      <Sessions />
      <ConnectedApps />
      <RecentEvents />
      <ClosingGroup />
    </>
  );
}

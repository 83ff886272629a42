import { Section } from "@foyer/ui/section";
import { words } from "#words/account";
import { sectionIds } from "../account-index.tsx";
import { ClosingGroup } from "../closing/closing-group.tsx";
import { ConnectedApps } from "./connected-apps.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordGroup } from "./password-group.tsx";
import { RecentEvents } from "./recent-events.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** Everything that keeps the account safe: password, second factor, passkeys, sessions, apps and recent events. */
export function SecuritySection() {
  return (
    <Section title={words.securitySection} id={sectionIds.security}>
      <PasswordGroup />
      <SecondFactor />
      <Passkeys />
      <Sessions />
      <ConnectedApps />
      <RecentEvents />
      <ClosingGroup />
    </Section>
  );
}

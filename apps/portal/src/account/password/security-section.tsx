import { Section } from "@foyer/ui/section";
import { words } from "#words/account";
import type { ReactNode } from "react";
import { sectionIds } from "../section-ids.ts";
import { Passkeys } from "./passkeys.tsx";
import { PasswordGroup } from "./password-group.tsx";
import { SecondFactor } from "./second-factor.tsx";

/** Everything that keeps the account safe: password, second factor and passkeys, and `children`, the groups below them. */
export function SecuritySection({ children }: { children: ReactNode }) {
  return (
    <Section title={words.securitySection} id={sectionIds.security}>
      <PasswordGroup />
      <SecondFactor />
      <Passkeys />
      {children}
    </Section>
  );
}

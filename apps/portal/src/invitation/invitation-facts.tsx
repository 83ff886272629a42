import type { Invitation } from "@foyer/contract/invitations";
import { formatDate } from "@foyer/domain/dates";
import { Fact, Facts } from "@foyer/ui/section";
import { words } from "#words/invitation";

/** The inviting person, the license, the invited address, and the expiry (ROUTE-02). */
export function InvitationFacts({ invitation }: { invitation: Invitation }) {
  return (
    <Facts>
      <Fact name={words.license}>{invitation.description}</Fact>
      <Fact name={words.invitedBy}>
        <a href={`mailto:${invitation.manager_email}`}>{invitation.manager_email}</a>
      </Fact>
      <Fact name={words.invitedAddress}>{invitation.email}</Fact>
      <Fact name={words.until}>{formatDate(invitation.expires_date)}</Fact>
    </Facts>
  );
}

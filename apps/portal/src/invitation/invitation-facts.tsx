import type { Invitation } from "@foyer/contract/invitations";
import { formatDate } from "@foyer/domain/dates";
import { Fact, Facts } from "@foyer/ui/section";
import { words } from "#words/invitation";

/** Who invites, to which license, for which address, and until when (ROUTE-02). */
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

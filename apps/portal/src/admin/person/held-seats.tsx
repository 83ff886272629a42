import type { StaffAccountPage } from "@foyer/contract/staff-wire";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { words } from "#words/admin";
import { Link } from "../../shared/screens/router.tsx";
import { licensePage } from "../search/hit-page.ts";

/** The seats that a person holds, whoever owns their licenses. */
export function HeldSeats({ seats }: { seats: StaffAccountPage["seats"] }) {
  return (
    <Section title={words.heldSeats}>
      {seats.length === 0 ? (
        <p>{words.noSeats}</p>
      ) : (
        <Table dense caption={words.heldSeats} head={[words.license, words.status]}>
          {seats.map(({ license, description, seat }) => (
            <tr key={seat.id}>
              <Cell label={words.license}>
                <Link to={licensePage(license)}>{description}</Link>
              </Cell>
              <Cell label={words.status}>{words.seatStates[seat.status]}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

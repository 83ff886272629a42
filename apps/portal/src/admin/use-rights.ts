import { mayDo, type StaffAct } from "@foyer/domain/staff-rights";
import { useQuery } from "@tanstack/react-query";
import { userQuery } from "../shared/requests/queries.ts";

/** Returns whether the staff member may do an act. The services decide by the same table (ROLE-05). */
export function useRights(): (act: StaffAct) => boolean {
  const rights = useQuery(userQuery).data?.staff_rights ?? [];
  return (act) => mayDo(rights, act);
}

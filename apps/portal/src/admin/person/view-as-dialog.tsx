import { call } from "@foyer/api-client/client";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { beginView } from "../../shared/storage/viewing.ts";
import { ReasonDialog } from "../reason-dialog.tsx";

/** Asks why before somebody's portal is looked at; the view is recorded as an act. */
export function ViewAsDialog({ username, onClose }: { username: string; onClose: () => void }) {
  async function view(reason: string) {
    const { token } = await call(api, "staffViewAs", { params: { username }, body: { reason } });
    beginView({ accessToken: token.access_token, username, endsAt: Date.now() + token.expires_in * 1000 });
  }
  return (
    <ReasonDialog
      title={words.viewAs(username)}
      text={words.viewAsText}
      agree={words.startViewing}
      act={view}
      onClose={onClose}
    />
  );
}

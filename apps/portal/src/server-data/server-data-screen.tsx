import { call } from "@foyer/api-client/client";
import { Button, buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { words as common } from "#words/common";
import { words } from "#words/server-data";
import { Loaded } from "../shared/screens/loaded.tsx";
import { Link } from "../shared/screens/router.tsx";
import { api } from "../shared/requests/api.ts";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { Actions, mutedClass, Panel } from "../shared/screens/panel.tsx";
import { userQuery } from "../shared/requests/queries.ts";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { brand } from "../shared/settings/settings.ts";
import { SubmitDialog } from "../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { ToSignIn } from "../shared/screens/way-back.tsx";

const RESET_TIMEOUT_MS = 60_000;

/** Deletes the data that the person's apps have synced; requires a session (ROUTE-05). */
export function ServerDataScreen() {
  const { signedIn } = useSession();
  return signedIn ? <ServerData /> : <ToSignIn />;
}

function ServerData() {
  const navigate = useNavigate();
  const user = useQuery(userQuery);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  const resetting = useSubmit(async () => {
    try {
      await call(api, "resetSyncedData", {
        idempotencyKey: crypto.randomUUID(),
        timeoutMs: RESET_TIMEOUT_MS,
      });
      noteNavigation();
      setDone(true);
    } finally {
      setAsking(false);
    }
  });
  if (done) return <Success />;
  return (
    <Screen title={words.pageTitle} width="text">
      {resetting.failure !== null && (
        <Notice kind="danger" title={words.failed} answers>
          <p>{sentenceOf(resetting.failure)}</p>
          <p>
            {words.failedAgain(brand.supportEmail)} <a href={`mailto:${brand.supportEmail}`}>{words.emailSupport}</a>
          </p>
        </Notice>
      )}
      <Panel>
        <Loaded query={user} failed={common.partFailed} lines={[0.4]}>
          {({ username }) => <h2>{words.account(username)}</h2>}
        </Loaded>
        <p>{words.warning(places())}</p>
        <p className={mutedClass}>{words.notDeactivated}</p>
        <Actions>
          <Button onClick={() => void navigate("/")}>{words.cancel}</Button>
          <Button look="danger" onClick={() => setAsking(true)}>
            {words.reset}
          </Button>
        </Actions>
      </Panel>
      {asking && (
        <SubmitDialog
          sending={resetting}
          title={words.sure}
          description={words.sureHelp}
          submit={words.reset}
          // The page shows the failure.
          refusal={null}
          danger
          onClose={() => setAsking(false)}
        />
      )}
    </Screen>
  );
}

/** Returns `Tasklight data, …, file-sync data`: the vendor's products of the kinds that sync (SYNC-01). */
function places(): string {
  const kinds = ["task_manager", "diagramming_tool", "project_planner", "outliner"] as const;
  const named = kinds.map((kind) => brand.products.find((product) => product.kind === kind)?.name ?? words.kinds[kind]);
  return [...named.map(words.dataOf), words.fileSync].join(", ");
}

function Success() {
  const taskManager = brand.products.find(({ kind }) => kind === "task_manager")?.name ?? words.kinds.task_manager;
  return (
    <Screen title={words.pageTitle} heading={words.success} width="text">
      <Panel>
        <p role="status">{words.successDevices}</p>
        <p>{words.successWeb(taskManager)}</p>
        <Actions>
          <Link to="/" className={buttonClass({ look: "primary" })}>
            {words.back}
          </Link>
        </Actions>
      </Panel>
    </Screen>
  );
}

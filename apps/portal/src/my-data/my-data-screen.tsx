import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { Button } from "@foyer/ui/button";
import { useState } from "react";
import { useLocation } from "react-router";
import { words } from "#words/own-data";
import { Ending } from "../shared/screens/ending.tsx";
import { api } from "../shared/requests/api.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Actions } from "../shared/screens/panel.tsx";
import { saveFile } from "../shared/screens/save-file.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";

type Files = CallReply<"downloadData">["files"];

/** The screen of the mailed link to the own data, where the person saves it (ERASE-05). */
export function MyDataScreen() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  if (!token) return <Ending title={words.pageTitle} heading={words.incomplete} text={words.incompleteHelp} />;
  return <MyData token={token} />;
}

function MyData({ token }: { token: string }) {
  const [files, setFiles] = useState<Files | null>(null);
  const getting = useSubmit(async () => {
    setFiles((await call(api, "downloadData", { body: { token } })).files);
  });
  if (refusalOf(getting.failure) === "data_export.link_dead")
    return <Ending title={words.pageTitle} heading={words.dead} text={words.deadHelp} />;
  return (
    <Screen title={words.pageTitle} width="text">
      <FailureNotice failure={getting.failure} />
      <p>{words.pageHelp}</p>
      <Actions>
        {files === null ? (
          <Button look="primary" busy={getting.busy} onClick={() => getting.submit()}>
            {words.show}
          </Button>
        ) : (
          files.map(({ name, type, text }) => (
            <Button key={name} onClick={() => saveFile(name, type, text)}>
              {type === "text/csv" ? words.saveCsv : words.saveJson}
            </Button>
          ))
        )}
      </Actions>
    </Screen>
  );
}

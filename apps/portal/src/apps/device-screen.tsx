import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { Fact, Facts } from "@foyer/ui/section";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { words } from "#words/apps";
import { Form } from "../shared/forms/form.tsx";
import { Actions, Panel } from "../shared/screens/panel.tsx";
import { api } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { Ending } from "../shared/screens/ending.tsx";
import { codeClass, ScopeList } from "./scope-list.tsx";
import type { SignInFirst } from "./sign-in-first.ts";

type Device = CallReply<"readAppDevice">;

/** Asks for the code that a device shows (OIDC-13). The code stays in the URL during a sign-in. */
export function DeviceScreen({ signIn }: { signIn: SignInFirst }) {
  const { signedIn } = useSession();
  const typed = new URLSearchParams(useLocation().search).get("user_code") ?? "";
  const [device, setDevice] = useState<Device | null>(null);
  const [answer, setAnswer] = useState<boolean | null>(null);
  if (!signedIn) return signIn(<Notice kind="info" announced={false} title={words.toConnect} />);
  if (answer !== null) {
    return (
      <Ending
        title={words.deviceTitle}
        heading={answer ? words.allowed : words.denied}
        text={answer ? words.allowedHelp : words.deniedHelp}
      />
    );
  }
  if (device) return <Connect device={device} onAnswered={setAnswer} onAnother={() => setDevice(null)} />;
  return <EnterCode typed={typed} onFound={setDevice} />;
}

function EnterCode({ typed, onFound }: { typed: string; onFound: (device: Device) => void }) {
  const [code, setCode] = useState(typed);
  const navigate = useNavigate();
  const looking = useSubmit(
    async () => {
      // Keeps the code in the URL, because the session may have ended.
      void navigate(`/device?${new URLSearchParams({ user_code: code }).toString()}`, { replace: true });
      const device = await call(api, "readAppDevice", { body: { user_code: code } });
      noteNavigation();
      onFound(device);
    },
    undefined,
    { fields: ["user_code"] },
  );
  return (
    <Screen title={words.deviceTitle} width="card">
      <FailureNotice failure={looking.failure} />
      <Panel>
        <p>{words.deviceHelp}</p>
        <Form busy={looking.busy} onSubmit={() => looking.submit()}>
          <TextField
            label={words.code}
            hint={words.codeHint}
            error={looking.fault("user_code")}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={64}
            value={code}
            onChange={(event) => {
              looking.clear();
              setCode(event.target.value);
            }}
          />
          <Button type="submit" look="primary" wide busy={looking.busy} disabled={code.trim() === ""}>
            {words.next}
          </Button>
        </Form>
      </Panel>
    </Screen>
  );
}

interface ConnectProps {
  device: Device;
  onAnswered: (allow: boolean) => void;
  onAnother: () => void;
}

/** Shows the device, its network and the time of its request. Grants access only after a click (OIDC-14). */
function Connect({ device, onAnswered, onAnother }: ConnectProps) {
  const answering = useSubmit<boolean>(async (allow) => {
    await call(api, "answerAppDevice", { body: { user_code: device.user_code, allow } });
    noteNavigation();
    onAnswered(allow);
  });
  const { app, asked_at: at, device_name: name, ip, is_own_network: isOwn } = device;
  return (
    <Screen title={words.deviceTitle} heading={words.deviceHeading(app.name)} width="text">
      <Notice kind="warning" announced={false} title={words.warning} />
      <FailureNotice failure={answering.failure} />
      <Panel>
        <Facts>
          <Fact name={words.app}>{app.name}</Fact>
          <Fact name={words.device}>{name ?? words.noName}</Fact>
          <Fact name={words.askedAt}>{words.at(formatDate(at), at.slice(11, 16))}</Fact>
          <Fact name={words.from}>{isOwn ? words.ownNetwork(ip) : words.otherNetwork(ip)}</Fact>
          <Fact name={words.compare}>
            <strong className={codeClass} translate="no">
              {device.user_code}
            </strong>
          </Fact>
        </Facts>
        <ScopeList app={app.name} scopes={device.scopes} />
      </Panel>
      <Actions>
        <Button disabled={answering.busy} onClick={onAnother}>
          {words.another}
        </Button>
        <Button disabled={answering.busy} onClick={() => answering.submit(false)}>
          {words.deny}
        </Button>
        <Button look="primary" busy={answering.busy} onClick={() => answering.submit(true)}>
          {words.allow}
        </Button>
      </Actions>
    </Screen>
  );
}

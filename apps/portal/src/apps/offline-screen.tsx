import { call } from "@foyer/api-client/client";
import type { PersonalSeat } from "@foyer/contract/seats";
import {
  type OfflineRequest,
  type OfflineRequestFault,
  readOfflineRequest,
  scannedRequestCode,
} from "@foyer/domain/offline-request";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { words } from "#words/offline";
import { Form } from "../shared/forms/form.tsx";
import { Panel } from "../shared/screens/panel.tsx";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { api } from "../shared/requests/api.ts";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { brand } from "../shared/settings/settings.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { type Devices, OfflineDevice } from "./offline-device.tsx";
import { readPicture } from "./read-qr.ts";
import type { SignInFirst } from "./sign-in-first.ts";
import { type CameraFault, scanCamera } from "./scan-camera.ts";
import styles from "./scan-dialog.module.css";

interface Found {
  request: OfflineRequest;
  devices: Devices;
  seats: readonly PersonalSeat[];
}

/** Creates the file for a device without a network (WAL-16). A code in the URL, from a QR code, stays there during a sign-in. */
export function OfflineScreen({ signIn }: { signIn: SignInFirst }) {
  const { signedIn } = useSession();
  const given = new URLSearchParams(useLocation().search).get("code") ?? "";
  const [found, setFound] = useState<Found | null>(null);
  const navigate = useNavigate();
  function another() {
    void navigate(PATH, { replace: true });
    setFound(null);
  }
  if (!signedIn) return signIn(<Notice kind="info" announced={false} title={words.offlineTitle} />);
  if (found) return <OfflineDevice {...found} onAnother={another} />;
  return <EnterCode given={given} onFound={setFound} />;
}

const PATH = "/activate-offline";

const products = brand.products.filter(({ activates }) => activates === true).map(({ code }) => code);

type FileFault = keyof typeof words.fileFaults;

function EnterCode({ given, onFound }: { given: string; onFound: (found: Found) => void }) {
  const [code, setCode] = useState(given);
  const [fault, setFault] = useState<OfflineRequestFault | null>(null);
  const [fileFault, setFileFault] = useState<FileFault | null>(null);
  const [isScanning, setScanning] = useState(false);
  const navigate = useNavigate();
  const looking = useSubmit(async (request: OfflineRequest) => {
    // Keeps the code in the URL, because the session may end.
    void navigate(`${PATH}?${new URLSearchParams({ code }).toString()}`, { replace: true });
    const [devices, { seats }] = await Promise.all([call(api, "listActivations"), call(api, "listPersonalSeats")]);
    noteNavigation();
    onFound({ request, devices, seats });
  });
  function type(text: string) {
    setCode(text);
    setFault(null);
    setFileFault(null);
  }
  function scanned(text: string) {
    type(scannedRequestCode(text));
    announce(words.scanned);
    setScanning(false);
  }
  function submitted() {
    const read = readOfflineRequest(code, products);
    setFault(read.fault);
    if (read.fault === null) looking.submit(read.request);
  }
  return (
    <Screen title={words.offlineTitle} width="card">
      <FailureNotice failure={looking.failure} />
      <Panel>
        <p>{words.offlineHelp}</p>
        <Form onSubmit={submitted}>
          <TextField
            label={words.code}
            error={fileFault ? words.fileFaults[fileFault] : fault && words.faults[fault]}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={code}
            onChange={(event) => type(event.target.value)}
          />
          <Button wide onClick={() => setScanning(true)}>
            {words.scan}
          </Button>
          <ChooseFile onText={type} onScanned={scanned} onFault={setFileFault} />
          <Button type="submit" look="primary" wide busy={looking.busy}>
            {words.next}
          </Button>
        </Form>
      </Panel>
      {isScanning && <ScanDialog onFound={scanned} onClose={() => setScanning(false)} />}
    </Screen>
  );
}

interface ChooseFileProps {
  onText: (text: string) => void;
  onScanned: (text: string) => void;
  onFault: (fault: FileFault) => void;
}

/** Reads the app's request file, or a picture of its QR code. */
function ChooseFile({ onText, onScanned, onFault }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  async function read(file: File) {
    try {
      if (!file.type.startsWith("image/")) return onText(await file.slice(0, FILE_MAX).text());
      const text = await readPicture(file);
      return text === null ? onFault("noCode") : onScanned(text);
    } catch {
      return onFault("unreadable");
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={words.file}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void read(file);
          // Allows choosing the same file again.
          event.target.value = "";
        }}
      />
      <Button wide onClick={() => input.current?.click()}>
        {words.file}
      </Button>
    </>
  );
}

/** More than the longest request code, so that a longer file is reported as such. */
const FILE_MAX = 16_384;

interface ScanDialogProps {
  onFound: (text: string) => void;
  onClose: () => void;
}

/** Shows the camera until it sees a QR code. The browser asks for permission when this opens. */
function ScanDialog({ onFound, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<CameraFault | null>(null);
  const found = useEffectEvent(onFound);
  useEffect(
    () =>
      video.current ? scanCamera(video.current, { onFound: (text) => found(text), onFault: setFault }) : undefined,
    [],
  );
  return (
    <DoneDialog title={words.scanTitle} button={words.cancel} onClose={onClose}>
      {fault === null ? <p>{words.scanHelp}</p> : <Notice kind="warning">{words.cameraFaults[fault]}</Notice>}
      <video
        ref={video}
        className={styles.picture}
        aria-label={words.camera}
        hidden={fault !== null}
        playsInline
        muted
      />
    </DoneDialog>
  );
}

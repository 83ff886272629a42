import { DoneDialog } from "@foyer/ui/done-dialog";
import { Notice } from "@foyer/ui/notice";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { words } from "#words/offline";
import { type CameraFault, scanCamera } from "./scan-camera.ts";
import styles from "./scan-dialog.module.css";

interface ScanDialogProps {
  onFound: (text: string) => void;
  onClose: () => void;
}

/** Shows the camera until it sees a QR code. The browser asks for permission when this opens. */
export function ScanDialog({ onFound, onClose }: ScanDialogProps) {
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

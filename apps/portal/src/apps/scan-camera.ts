import { qrReader } from "./read-qr.ts";

/** Why a camera shows nothing: not allowed, not there, or not working. */
export type CameraFault = "refused" | "none" | "failed";

const faults: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotSupportedError: "none",
};

/** The browser has no cameras, as outside secure contexts. */
class NoCamerasError extends Error {}

/** Pause between two searches, in milliseconds. */
const PAUSE_MS = 150;

interface Scan {
  /** Called once, with the text of the first code that is found. */
  onFound: (text: string) => void;
  onFault: (fault: CameraFault) => void;
}

/** Shows the camera in the element and searches its pictures for a QR code. @returns a function that stops it and the camera. */
export function scanCamera(video: HTMLVideoElement, { onFound, onFault }: Scan): () => void {
  const over = new AbortController();
  scan(video, over.signal).then(
    (text) => {
      if (text !== null) onFound(text);
    },
    (error: unknown) => {
      if (over.signal.aborted) return;
      if (error instanceof NoCamerasError) onFault("none");
      else onFault((error instanceof Error && faults[error.name]) || "failed");
    },
  );
  return () => over.abort();
}

/** Returns the text of the first code, or null after the end. The camera is off again in each case. */
async function scan(video: HTMLVideoElement, over: AbortSignal): Promise<string | null> {
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new NoCamerasError();
  const read = await qrReader();
  if (over.aborted) return null;
  const stream = await devices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
  const [track] = stream.getTracks();
  try {
    video.srcObject = stream;
    // The element may be gone before the camera has started.
    if (!over.aborted) await video.play();
    while (!over.aborted) {
      if (track?.readyState === "ended") throw new Error("the camera was removed");
      const text = await read(video);
      if (text !== null && !over.aborted) return text;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return null;
  } finally {
    for (const each of stream.getTracks()) each.stop();
    video.srcObject = null;
  }
}

interface Detector {
  detect(image: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Returns the text of the QR code in a picture, or null if there is none. */
export type QrReader = (image: ImageBitmapSource) => Promise<string | null>;

/** Returns a reader of QR codes: the browser's own, or else a library that is loaded now. */
export async function qrReader(): Promise<QrReader> {
  const own = await browserDetector();
  const detector: Detector = own
    ? new own({ formats: ["qr_code"] })
    : new (await import("qr/decode.js")).BarcodeDetector({ formats: ["qr_code"] });
  return async (image) => {
    const codes = await detector.detect(image);
    return codes.find(({ rawValue }) => rawValue !== "")?.rawValue ?? null;
  };
}

async function browserDetector(): Promise<DetectorClass | null> {
  const { BarcodeDetector: own } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await own?.getSupportedFormats().catch((): string[] => []);
  return own && formats?.includes("qr_code") === true ? own : null;
}

/** Longest side of a picture that is searched first. A code is found faster and more reliably in a smaller picture. */
const SIDE = 1_200;

/** Returns the text of the QR code in a picture file, or null if there is none. @throws if the file is no picture. */
export async function readPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file);
  try {
    const read = await qrReader();
    const scale = SIDE / Math.max(picture.width, picture.height);
    if (scale >= 1) return await read(picture);
    const size = { resizeWidth: Math.ceil(picture.width * scale), resizeHeight: Math.ceil(picture.height * scale) };
    return (await read(await createImageBitmap(picture, size))) ?? (await read(picture));
  } finally {
    picture.close();
  }
}

import { writeFile } from "node:fs/promises";
import { encode } from "uqr";

const WIDTH = 640;
const HEIGHT = 480;
const LIGHT = 235;
const DARK = 16;

/** Returns the brightness of each pixel of a picture with a QR code in its middle, row by row. An empty picture for null. */
function pixelsOf(text: string | null): Buffer {
  if (text === null) return Buffer.alloc(WIDTH * HEIGHT, LIGHT);
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const scale = Math.floor(HEIGHT / size);
  const [left, top] = [Math.floor((WIDTH - size * scale) / 2), Math.floor((HEIGHT - size * scale) / 2)];
  const pixels = Buffer.alloc(WIDTH * HEIGHT, LIGHT);
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)]) pixels[(top + y) * WIDTH + left + x] = DARK;
    }
  }
  return pixels;
}

/** Returns a picture of a QR code, or of none, as a BMP file, which needs no compression. */
export function qrPicture(text: string | null): Buffer {
  const pixels = pixelsOf(text);
  const header = Buffer.alloc(54);
  header.write("BM");
  header.writeUInt32LE(header.length + pixels.length * 3, 2);
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(WIDTH, 18);
  // Negative: the first row is the top one.
  header.writeInt32LE(-HEIGHT, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return Buffer.concat([header, Buffer.from(Array.from(pixels).flatMap((each) => [each, each, each]))]);
}

/** Writes a video in which a camera sees a QR code, in the uncompressed format that Chromium plays as its camera. */
export async function writeQrVideo(file: string, text: string): Promise<void> {
  const frame = Buffer.concat([Buffer.from("FRAME\n"), pixelsOf(text), Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([head, frame, frame]));
}

import { inflateRawSync } from "node:zlib";

/** Reads a ZIP file by its own directory: names and contents. Shares no code with what writes it. */
export function zipEntries(file: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  let at = file.readUInt32LE(file.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1")) + 16);
  while (file.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)];
    const [nameSize, extra, comment] = [28, 30, 32].map((place) => file.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const start = file.readUInt32LE(at + 42);
    const name = file.subarray(at + 46, at + 46 + nameSize).toString();
    const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    const body = file.subarray(from, from + size);
    entries.set(name, method === 8 ? inflateRawSync(body) : body);
    at += 46 + nameSize + extra + comment;
  }
  return entries;
}

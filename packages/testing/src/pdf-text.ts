import { spawnSync } from "node:child_process";
import { debianProgram } from "./debian-program.ts";

/** Where Poppler's `pdftotext` is. Debian's package is installed if it is missing and the process has the right to do so. */
function pdftotext(): string {
  const found = debianProgram("pdftotext");
  if (found !== null) return found;
  const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update", "-qq"], quiet);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "poppler-utils"], quiet);
  const installed = debianProgram("pdftotext");
  if (installed === null) throw new Error("Install poppler-utils, or name pdftotext in PDFTOTEXT_PATH.");
  return installed;
}

/** Returns the text that a reader copies out of a PDF. */
export function pdfText(pdf: Buffer): string {
  const read = spawnSync(pdftotext(), ["-", "-"], { input: pdf, encoding: "utf8" });
  if (read.status !== 0) throw new Error(`pdftotext: ${read.stderr}`);
  // Marks for programs that show text in one direction.
  return read.stdout.replaceAll(/[\u200e\u200f\u202a-\u202e]/g, "");
}

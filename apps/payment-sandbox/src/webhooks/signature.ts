import { createHmac } from "node:crypto";

/** The signature header over the exact bytes. `at` is wall time, because receivers refuse events older than five minutes. */
export function signatureHeader(payload: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex")}`;
}

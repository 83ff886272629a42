import { deviceOf } from "@foyer/domain/device";
import { words } from "#words/security";

/** Returns a name such as `Firefox on Windows` for a session's device; the raw user agent if neither part is known. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return words.device(browser, system);
  return browser ?? system ?? (userAgent.trim().slice(0, 60) || words.unknownDevice);
}

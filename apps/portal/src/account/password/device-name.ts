import { deviceOf } from "@foyer/domain/device";
import { words } from "#words/security";

/** `Firefox on Windows`: what people know of a session's device; the browser's own words where they say neither. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return words.device(browser, system);
  return browser ?? system ?? (userAgent.trim().slice(0, 60) || words.unknownDevice);
}

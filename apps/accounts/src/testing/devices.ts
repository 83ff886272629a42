import type { Answer, TestAccounts } from "./test-accounts.ts";

/** A fingerprint, different for each name. */
export const fingerprintOf = (name: string): string => `fingerprint-of-device-${name}`;

type Said = Readonly<Record<string, unknown>>;
type Rest = [said?: Said, instance?: number];

/** Sends a call about a device of that name. */
const send = (service: TestAccounts, token: string, path: string, own: Said, [said = {}, instance = 0]: Rest) =>
  service.call("POST", path, { token, instance, body: { ...own, ...said } });

/** Activates a device, for the license `team` by default. */
export const activateAs = (service: TestAccounts, token: string, device: string, ...rest: Rest): Promise<Answer> => {
  const license = "product_id" in (rest[0] ?? {}) ? {} : { registration_id: "team" };
  const own = { ...license, fingerprint: fingerprintOf(device), name: device, platform: "Linux" };
  return send(service, token, "activations/", own, rest);
};

type OfActivation = [service: TestAccounts, token: string, activation: string, device: string, ...rest: Rest];

/** Asks whether an activation may be used. */
export const validateAs = (...[service, token, id, device, ...rest]: OfActivation): Promise<Answer> =>
  send(service, token, `activations/${id}/validate/`, { fingerprint: fingerprintOf(device) }, rest);

/** Asks for the file of an activation. */
export const fileFor = (...[service, token, id, device, ...rest]: OfActivation): Promise<Answer> =>
  send(service, token, `activations/${id}/file/`, { days: 30, fingerprint: fingerprintOf(device) }, rest);

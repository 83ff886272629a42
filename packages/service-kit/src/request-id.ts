import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isSame } from "./http.ts";

/** Nothing that a line of a log, or whoever reads it, could take for something else. */
const CLEAN = /^[\w.-]{1,64}$/;

/** The id that a caller has given her request; undefined where there is none, or it could not stand in a log. */
function givenId(headers: IncomingHttpHeaders): string | undefined {
  const given = headers["x-request-id"];
  return typeof given === "string" && CLEAN.test(given) ? given : undefined;
}

/**
 * A request's id: one of ours, as what stands in the log and in the records of security events is for nobody else to choose.
 * A service of ours that asks on behalf of a request goes on with that one's.
 *
 * @param serviceCredential what our services show each other; without it nobody's id is taken over.
 */
export function requestId(headers: IncomingHttpHeaders, serviceCredential: string | undefined): string {
  const given = givenId(headers);
  const isOurs =
    given !== undefined &&
    serviceCredential !== undefined &&
    isSame(headers.authorization ?? "", `Bearer ${serviceCredential}`);
  return isOurs ? given : randomUUID();
}

/** The caller's own id of a request, for the log beside ours. */
export function callerRequestId(headers: IncomingHttpHeaders, ours: string): string | undefined {
  const given = givenId(headers);
  return given === ours ? undefined : given;
}

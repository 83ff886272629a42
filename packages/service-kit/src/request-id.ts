import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isSame } from "./http.ts";

/** Safe characters for a log line. */
const CLEAN = /^[\w.-]{1,64}$/;

/** The id that the caller sent; undefined when there is none or it is unsafe in a log. */
function givenId(headers: IncomingHttpHeaders): string | undefined {
  const given = headers["x-request-id"];
  return typeof given === "string" && CLEAN.test(given) ? given : undefined;
}

/**
 * A request's id, which we choose, because it appears in the log and in security events. A service of ours passes on the id of
 * the request that it serves.
 *
 * @param serviceCredential the shared credential of our services; without it no caller's id is used.
 */
export function requestId(headers: IncomingHttpHeaders, serviceCredential: string | undefined): string {
  const given = givenId(headers);
  const isOurs =
    given !== undefined &&
    serviceCredential !== undefined &&
    isSame(headers.authorization ?? "", `Bearer ${serviceCredential}`);
  return isOurs ? given : randomUUID();
}

/** The caller's own id of a request, logged next to ours. */
export function callerRequestId(headers: IncomingHttpHeaders, ours: string): string | undefined {
  const given = givenId(headers);
  return given === ours ? undefined : given;
}

import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { listConnectedApps, endConnectedApp } from "./own-grants.ts";
import { answerAppDevice, readAppDevice } from "./answer-device.ts";
import { readDeskVisitor } from "./desk-visitor.ts";
import { answerAppRequest, denyAppRequest, readAppRequest } from "./answer-request.ts";
import { openPortalLink, createPortalLink } from "./portal-links.ts";
import { finishAppSignOut, readAppSignOut } from "./end-session.ts";

export function appRoutes(deps: Deps) {
  return routes({
    readAppRequest: ({ params, ...origin }) => readAppRequest(deps, params.code, origin),
    answerAppRequest: ({ params, body, caller, ...origin }) =>
      answerAppRequest(deps, caller, { code: params.code, allow: body.allow }, origin),
    denyAppRequest: ({ params, ...origin }) => denyAppRequest(deps, params.code, origin),
    readAppDevice: ({ body, caller, ip }) => readAppDevice(deps, caller, body.user_code, ip),
    answerAppDevice: async ({ body, caller, ...origin }) => {
      await answerAppDevice(deps, caller, { typed: body.user_code, allow: body.allow }, origin);
      return done;
    },
    listConnectedApps: async ({ caller }) => ({ apps: await listConnectedApps(deps, caller.id) }),
    endConnectedApp: async ({ params, caller, ...origin }) => {
      await endConnectedApp(deps, caller, params.grant, origin);
      return done;
    },
    createPortalLink: ({ body, caller }) => createPortalLink(deps, caller, body.path),
    openPortalLink: ({ body, ...origin }) => openPortalLink(deps, body.code, origin),
    readAppSignOut: ({ params, ...origin }) => readAppSignOut(deps, params.code, origin),
    finishAppSignOut: ({ params, ...origin }) => finishAppSignOut(deps, params.code, origin),
    readDeskVisitor: async ({ body }) => ({ visitor: await readDeskVisitor(deps, body.cookies) }),
  });
}

/** Method and path of the calls with which a person answers and manages the vendor's apps. Only a few pages need them. */
export const appPaths = {
  readAppRequest: "GET /api/1.1/app_requests/:code/ open",
  answerAppRequest: "POST /api/1.1/app_requests/:code/",
  denyAppRequest: "DELETE /api/1.1/app_requests/:code/ open",
  readAppDevice: "POST /api/1.1/app_devices/look/",
  answerAppDevice: "POST /api/1.1/app_devices/",
  listConnectedApps: "GET /api/1.1/user/apps/",
  endConnectedApp: "DELETE /api/1.1/user/apps/:grant/",
  createPortalLink: "POST /api/1.1/portal_link/",
  openPortalLink: "POST /api/1.1/portal_link/open/ open",
  readAppSignOut: "GET /api/1.1/app_sign_outs/:code/ open",
  finishAppSignOut: "POST /api/1.1/app_sign_outs/:code/ open",
} as const;

/**
 * Addresses of the portal's screens, `*` for whatever follows. The host answers these with 200, and any other with 404 and
 * the not-found screen.
 */
export const screenPaths = [
  "/",
  "/confirm-invite",
  "/team-subscription",
  "/register",
  "/password-reset",
  "/confirm-email",
  "/undo-email",
  "/undo-contact",
  "/stop-restore",
  "/not-me",
  "/come-back",
  "/my-data",
  "/reset",
  "/license-upgrade",
  "/manage-team",
  "/admin/*",
  "/four-oh",
] as const;

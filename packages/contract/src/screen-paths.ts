/**
 * Paths of the portal's screens. `*` matches any rest. The host answers these with 200, and all others with
 * 404 and the not-found screen.
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
  "/authorize",
  "/device",
  "/sign-out",
  "/from-app",
  "/activate-offline",
  "/find-keys",
  "/reset",
  "/license-upgrade",
  "/manage-team",
  "/papers",
  "/quote",
  "/billing-contact",
  "/buy",
  "/admin/*",
  "/four-oh",
] as const;

/** Addresses as patterns. */
const screens = screenPaths.map(
  (path) => new RegExp(`^${path.replace(/\/\*?$/, "")}${path.endsWith("*") ? "(/.*)?" : "/?"}$`),
);

/** Whether the portal has a screen at that path. */
export const isScreenPath = (path: string): boolean => screens.some((screen) => screen.test(path));

/** The apps in which a person is signed in, for staff. */
export const words = {
  title: "Connected apps and devices",
  app: "App",
  device: "Device",
  noDevice: "Not named",
  lastUsed: "Last used",
  actions: "Actions",
  end: "Sign out",
  endOf: (app: string, device: string | null) => `Sign out ${app}${device === null ? "" : ` on ${device}`}`,
  endTitle: (app: string, name: string) => `Sign ${app} out of the account ${name}`,
  endText: "The app has to be allowed again before it comes back.",
} as const;

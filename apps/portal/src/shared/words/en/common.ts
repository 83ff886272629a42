/** Words that more than one part of the portal needs. */
export const words = {
  backTo: (title: string) => `Back to ${title}`,
  loading: "Loading",
  tryAgain: "Try again",
  edit: "Edit",
  cancel: "Cancel",
  save: "Save",
  done: "Done",
  close: "Close",
  show: "Show",
  hide: "Hide",
  unreachable: "The service cannot be reached right now.",
  unreachableHelp: "Nothing was lost. Check your connection and try again.",
  offline: "You are offline. What you see may be out of date.",
  serviceDown: "This part cannot be shown right now.",
  request: (id: string) => `Request ${id}`,
};

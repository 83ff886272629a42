/** Requests: what is waited for, and how to stop. */
export const words = {
  stop: "Stop waiting",
  stopped: "You stopped waiting, and it may have been done all the same. Look at the page before you try again.",
  notSent: "Stopped before it was sent.",
  offline: "You are offline. Nothing was sent, and nothing will be sent by itself. Try again when you are connected.",
  inviting: "Waiting for the invitations to be sent…",
  resending: "Waiting for the invitation to be sent again…",
  removing: "Waiting for the seats to be removed…",
  renewing: "Waiting for the seat to be kept…",
  takingBack: "Waiting for the change to be taken back…",
  giving: "Waiting for the seat to be given away…",
  autoRenewal: "Waiting for auto-renewal to change…",
  givingUp: "Waiting for the change to be given up…",
  deletingCard: "Waiting for the card to be deleted…",
  addingCard: "Waiting for the card to be saved…",
  trying: "Waiting for the trial to start…",
  card: "Waiting for the card to be chosen…",
};

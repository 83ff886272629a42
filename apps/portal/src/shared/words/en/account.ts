import { number } from "./number.ts";
import { plural } from "./plural.ts";
import { words as frame } from "./account-frame.ts";

export const words = {
  ...frame,
  index: "On this page",
  needsAction: "Needs your action",
  paymentSection: "Payment",
  legacySection: "Legacy License Keys",

  editAccount: "Edit account",
  editPassword: "Edit password",

  userName: "Account name",
  email: "Email",
  pendingEmail: (address: string) => `Waiting for you to confirm ${address}. Check that inbox for our link.`,

  noSeats: "You hold no seats yet.",
  noSeatsHelp: "Products that you buy, or that a team invites you to, appear here.",
  seatsFailed: "Your app access cannot be shown right now.",
  kinds: { perpetual: "License", renewable: "Subscription", trial: "Trial" },
  teamManager: "Team Manager:",
  reassign: "Reassign Seat",
  seatEnds: "This seat ends at the next renewal.",
  until: (date: string) => `Until ${date}`,
  renewsOrEnds: (date: string) => `Runs until ${date}`,
  expiring: "Expiring",

  subscriptions: "Subscriptions",
  teamLicenses: "Team licenses",
  archived: "Archived licenses",
  noTeam: "You manage no team licenses.",
  buy: "Buy a product",
  subscribeAgain: "Subscribe again",
  upgradeTo: (product: string) => `Upgrade to ${product}`,
  noTeamHelp: "Licenses with seats that you can hand to others appear here.",
  teamFailed: "Your team licenses cannot be shown right now.",
  manageSubscription: "Manage Subscription",
  manageTeam: "Manage Team",
  actOn: (act: string, name: string) => `${act}: ${name}`,
  seatsUsed: (used: number, total: number) =>
    `${number(used)} of ${number(total)} ${plural(total, "seat", "seats")} used`,
  renews: (date: string) => `Renews on ${date}`,
  ends: (date: string) => `Ends on ${date}`,
  endedOn: (date: string) => `Ended on ${date}`,
  ended: "Ended",
  pastDue: "Payment is due",
  active: "Active",
  endsSoon: "Set to end",
  monthly: "Monthly",
  yearly: "Yearly",
  licenseKey: "License key:",
  keyRevoked: (date: string) => `Revoked on ${date}`,
  storeBilled: "Billed by the app store where it was bought",

  emailSaved: (address: string) => `We sent a link to ${address}. Verify it from that inbox to finish the change.`,
  emailSavedTitle: "Check your inbox",
  emailHelp:
    "The new address takes effect once you follow the link that we send to it. We also notify your old address.",
  emailFailed: "Something went wrong. Please try again, or contact support",

  oldPassword: "Old password",
  newPassword: "New password",
  confirmPassword: "Confirm new password",
  passwordHint: "8 characters or more. A long phrase is best.",
  passwordChanged: "Password successfully changed.",
  passwordsDiffer: "Your new passwords don’t match.",
  oldPasswordMissing: "You must enter your old password before proceeding.",
  passwordRefused: "Something went wrong.",
  passwordNotYou: "This problem is not related to your account. Please try again in a moment.",
};

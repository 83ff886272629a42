export const words = {
  pageTitle: "Password Reset",
  email: "Email",
  back: "Back to sign in",
  sent: "Email sent!",
  ofPassword: {
    pageTitle: "Password Reset",
    help: "Enter the address of your account. We send you a link that sets a new password.",
    submit: "Reset Password",
    sentHelp: (email: string) => `Follow the link that we sent to ${email}. It works once, for 60 minutes.`,
    failed:
      "Sorry, we were unable to properly send a Password Reset email. Double-check the email address is correct, then try again.",
  },
  ofName: {
    pageTitle: "Account Name",
    help: "Enter the address of your account. We email you its account name.",
    submit: "Email me my account name",
    sentHelp: (email: string) =>
      `We sent your account name to ${email}. The email also has a link that sets a new password.`,
    failed: "We could not send the email. Check the address, then try again.",
  },

  newHeading: "Choose a new password",
  looking: "Looking at your link",
  newHelp: (name: string) =>
    `This sets the password of the account ${name}, and ends its sessions. Then you sign in with the new password.`,
  newPassword: "New password",
  confirm: "Confirm new password",
  save: "Save password",
  hint: "8 characters or more. A long phrase is best.",
  differ: "Your new passwords don’t match.",
  deadHeading: "This link no longer works",
  dead: "It was used already, or it is older than 60 minutes.",
  askAgain: "Send a new link",
};

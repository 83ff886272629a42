export const words = {
  pageTitle: "Sign Up",
  heading: (provider: string) => `Create your ${provider} account`,
  step: (at: number) => `Step ${at} of 3`,
  email: "Email",
  noAddress: "This is not an email address.",
  emailHelp: "We send a confirm key to this address.",
  continue: "Continue",
  continueOrder: "Continue to your order",
  orderKept: "What you chose is kept. Your order continues once you have an account.",
  haveAccount: "Already have an account?",
  signIn: "Sign in",

  keySent: (email: string) => `We sent a confirm key to ${email}. It works for 60 minutes.`,
  key: "Confirm key",
  sendKeyAgain: "Send the key again",
  keySentAgain: "We sent a new key. Only the newest one works.",

  looking: "Checking your invitation",
  invitedAs: (email: string) =>
    `Your account gets the address ${email}. The link in your invitation confirms it, so no key is needed.`,
  otherAddress: "Use another address",
  hasAccount: "The invited address has an account. Sign in to accept the invitation.",

  accountName: "Account name",
  accountNameHint: "Lowercase letters, no spaces. You sign in with it.",
  password: "Password",
  passwordHint: "8 characters or more. A long phrase is best.",
  confirmPassword: "Confirm password",
  terms: (provider: string) =>
    `I agree to the terms of ${provider}. Your data is kept up to 60 days after your account is terminated.`,
  readTerms: "Read the terms",
  create: "Create account",

  charactersNotAllowed: "Sorry, but some of the characters in your username aren’t allowed.",
  passwordsDiffer: "The passwords you’ve entered do not match. Please try again.",
  termsUnticked: "Please read and agree to the terms below.",
  notResponding: "The sign-up service is not responding. Please try again in a few minutes.",
  notAvailable: "The requested email address is not available.",
  expired: "Your confirmation code had expired. Please sign up again.",

  inProgressHeading: "You have a sign-up in progress",
  inProgress: (email: string) => `You began to sign up with ${email}.`,
  startOver: "Start Over",

  doneHeading: "Your account is ready",
  done: (name: string) => `Welcome, ${name}. You are signed in.`,
};

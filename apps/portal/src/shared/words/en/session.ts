export const words = {
  expired: "Your session has expired. Please sign in again.",
  somethingWrong: "Something went wrong while signing in.",
  emailSupport: "Something went wrong while signing in. Please email support.",
  closed: "Your account has been closed. You’ll need to sign up for a new account.",
};

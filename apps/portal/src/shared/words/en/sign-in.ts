export const words = {
  pageTitle: "Sign In",
  heading: (provider: string) => `Sign in to your ${provider} account`,
  accountName: "Account name",
  password: "Password",
  submit: "Sign In",
  passkey: "Use a passkey",
  notAnEmail: "Use your account name, not an email address.",
  forgot: "Forgot your password?",
  noAccount: "No account yet?",
  signUp: "Sign up",
  passwordChanged: "Your password has been changed. Sign in with the new one.",
  team: "Sign in to manage your team.",
};

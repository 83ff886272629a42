/** Where the password is asked for once more. */
export const words = {
  password: "Current password",
  passwordHelp: "Enter it once more to confirm that it is you.",
};

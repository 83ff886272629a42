/** Used wherever the portal asks for the password again. */
export const words = {
  password: "Current password",
  passwordHelp: "Enter it once more to confirm that it is you.",
};

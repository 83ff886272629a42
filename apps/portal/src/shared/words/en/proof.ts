/** Used wherever the portal asks for the password again. */
export const words = {
  password: "Current password",
  title: "Confirm that it is you",
  confirm: "Confirm",
  session: "An app opened this page. Confirm once that it is you; then you can make changes here.",
  passwordHelp: "Enter it once more to confirm that it is you.",
};

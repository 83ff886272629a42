/**
 * Method and path of the calls of pages outside an account: signing up, a new password, and what a mailed link opens. The
 * sign-in form needs none of them.
 */
export const visitorPaths = {
  confirmEmail: "POST /api/1.1/user/confirm_email/ open",
  undoEmail: "POST /api/1.1/user/undo_email/ open",
  confirmSignUpKey: "POST /api/1.1/user/verify_email/ open",
  startSignUp: "POST /api/1.1/user/verify_email/ open",
  startInvitedSignUp: "POST /api/1.1/invitations/:reference/sign_up/ open",
  checkAccountName: "POST /api/1.1/accountnamevalid/ open",
  requestPasswordReset: "POST /api/1.1/password_reset/ open",
  readPasswordReset: "POST /api/1.1/password_reset/look/ open",
  confirmPasswordReset: "POST /api/1.1/password_reset/confirm/ open",
  askToComeBack: "POST /api/1.1/user/come_back/request/ open",
  comeBack: "POST /api/1.1/user/come_back/ open",
  downloadData: "POST /api/1.1/user/data_export/download/",
  stopRestore: "POST /api/1.1/access_restore/stop/ open",
  readNotMe: "POST /api/1.1/not_me/look/ open",
  disownByLink: "POST /api/1.1/not_me/ open",
  undoContact: "POST /api/1.1/managers/undo_contact/ open",
} as const;

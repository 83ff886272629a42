/** Method and path of the calls about devices on which apps of the vendor are activated. */
export const activationPaths = {
  activate: "POST /api/1.1/activations/",
  listActivations: "GET /api/1.1/activations/",
  validateActivation: "POST /api/1.1/activations/:activation/validate/",
  freeActivation: "DELETE /api/1.1/activations/:activation/",
  makeMachineFile: "POST /api/1.1/activations/:activation/file/",
  listLicenseActivations: "GET /api/1.1/licenses/:id/activations/",
  listLicenseSigningKeys: "GET /api/1.1/license_signing_keys/ open",
  findLicenseKeys: "POST /api/1.1/license_keys/find/ open",
} as const;

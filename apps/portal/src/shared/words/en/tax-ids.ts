/** The effect of a tax id on the next charge. */
export const words = {
  unverifiedTitle: "Tax ID not verified",
  unverified: (taxId: string) =>
    `The register does not have ${taxId}. The next charge includes tax as if you had no number. Before then, correct it under Billing details on your account page.`,
};

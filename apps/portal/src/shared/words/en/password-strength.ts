import { passwordSentences } from "@foyer/contract/password-sentences";

export const words = {
  weak: passwordSentences,
  strengths: {
    fair: "Strength: fair. It can be chosen; one more word makes it good.",
    good: "Strength: good.",
    strong: "Strength: strong.",
  },
};

import { passwordLengthMax, passwordLengthMin, type PasswordWeakness } from "@foyer/domain/password";

/** Sentences about refused passwords, for the service's answer and while a person types. */
export const passwordSentences: Readonly<Record<PasswordWeakness, string>> = {
  too_short: `Choose a password of at least ${passwordLengthMin} characters.`,
  too_long: `Choose a password of at most ${passwordLengthMax} characters.`,
  account_word: "A password may not consist of your account name, your address or our names. Choose another one.",
  common: "Too easy to guess: it is based on a password that many people use. Choose another one.",
  name: "Too easy to guess: it is little more than a name. Add a few words.",
  word: "Too easy to guess: it is little more than one word. Add a few words.",
  date: "Too easy to guess: it is little more than a date. Add a few words.",
  repeated: "Too easy to guess: it repeats the same characters. Choose another one.",
  sequence: "Too easy to guess: its characters follow each other, as in abc or 321. Choose another one.",
  keyboard: "Too easy to guess: its keys are next to each other. Choose another one.",
  guessable: "Too easy to guess: it is too short or too simple. Add a few words.",
};

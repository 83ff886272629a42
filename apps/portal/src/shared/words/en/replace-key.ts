import { number } from "./number.ts";
import { plural } from "./plural.ts";

export const words = {
  title: (product: string) => `Replace the key of ${product}?`,
  help: "You get a new key. Every manager of the license gets a mail.",
  ends: "The old key ends",
  after: (days: number) => (days === 0 ? "At once" : `After ${number(days)} ${plural(days, "day", "days")}`),
  keep: "Apps that were activated with the old key stay activated",
  keepHint: "Otherwise they stop when the old key ends, and need the new key.",
  replace: "Replace the key",
  done: "The key is replaced. The new key is in the list.",
};

const rules = new Intl.PluralRules("en");

/** Returns the form of a word that fits the count: English has two. */
export const plural = (count: number, one: string, other: string) => (rules.select(count) === "one" ? one : other);

/** Input on the served page of /buy before the application took it over. */
export interface ServedBuying {
  /** Stops listening, and presses the buttons again that need the application. */
  leave(): void;
}

declare global {
  interface Window {
    /** Exists until the application has taken the served page of /buy over. */
    foyerBuying?: ServedBuying;
  }
}

/** Key of the stored choice of plan and seats. */
export const choiceKey = "foyer.buy";

/** Id of the element in the page that contains the catalogue as JSON. */
export const catalogueElement = "foyer-catalogue";

const choiceNames = ["plan", "seats", "coupon", "email", "license", "trial", "checkout"] as const;

/** Parameters of a link to /buy. The page does not depend on others. */
export const linkNames: readonly string[] = [...choiceNames, "return"];

/** Returns true if a link of /buy names what to buy, so that it replaces the stored choice. */
export function namesChoice(query: URLSearchParams): boolean {
  return choiceNames.some((name) => query.has(name));
}

/** Takes the served page over. Does nothing if the application has drawn the page itself. */
export function takeServedBuying() {
  window.foyerBuying?.leave();
  delete window.foyerBuying;
}

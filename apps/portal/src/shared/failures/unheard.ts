import { words } from "#words/common";
import { ShownError } from "./failure-sentence.ts";

/** No answer arrived; whether the request was carried out is unknown. */
export class Unheard extends ShownError {}

/** The person stopped waiting for the answer. */
export class Stopped extends Unheard {
  constructor() {
    super(words.stopped);
  }
}

let listener: () => void = () => undefined;

/** Calls `listen` when the result of a request is unknown. The query cache sets it; the sign-in form works without the cache. */
export function onUnheard(listen: () => void) {
  listener = listen;
}

/** Reports that the result of a request is unknown. */
export function noteUnheard() {
  listener();
}

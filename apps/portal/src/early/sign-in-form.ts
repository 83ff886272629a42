import type { EarlyAnswer, EarlySignIn } from "../shared/served/early-sign-in.ts";
import { isReady, showBusy, showTyped } from "./form-looks.ts";
import { heedOthers } from "./heed-others.ts";
import { sayMissing, sendForm } from "./send-form.ts";

/**
 * Makes the served form work before React has loaded: sends it, shows a refusal, and moves on. Other buttons wait for the
 * application, which takes the form over (`leave`) with its fields unchanged.
 *
 * It listens at the document, so that it misses no event before the form is parsed.
 */
export function tendSignInForm(onSignedIn: (accessToken: string) => void): EarlySignIn {
  const end = new AbortController();
  const pressed: (() => void)[] = [];
  const signs = noteSigns(end.signal);
  let sending: Promise<EarlyAnswer> | null = null;
  let answer: EarlyAnswer | null = null;
  let isHeld = false;

  async function send(form: HTMLFormElement): Promise<EarlyAnswer> {
    answer = await sendForm(form, onSignedIn);
    sending = null;
    return answer;
  }

  function submitted(event: SubmitEvent) {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isHeld) pressed.push(() => form.requestSubmit(submitter));
    else if (!sending && isReady(form)) sending = send(form);
  }

  document.addEventListener("submit", submitted, { capture: true, signal: end.signal });
  heedOthers(pressed, end.signal, sayMissing);
  for (const typed of ["input", "change"]) document.addEventListener(typed, showTyped, { signal: end.signal });

  return {
    settled: async () => {
      while (sending) await sending;
      return answer;
    },
    hold: () => {
      isHeld = true;
      showBusy(false);
    },
    leave: () => {
      end.abort();
      const pressAgain = () => {
        for (const press of pressed) press();
      };
      return { answer, isSomebodyHere: signs.seen, pressAgain };
    },
  };
}

/** Returns an object whose `seen` becomes true at the first input. */
function noteSigns(signal: AbortSignal): { seen: boolean } {
  const signs = { seen: false };
  for (const sign of ["pointermove", "pointerdown", "keydown"]) {
    document.addEventListener(sign, () => (signs.seen = true), { once: true, signal });
  }
  return signs;
}

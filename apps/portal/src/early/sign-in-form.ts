import type { EarlyAnswer, EarlySignIn } from "../shared/early-sign-in.ts";
import { readStoredSession } from "../shared/stored.ts";
import { chooseTheme, themeOf } from "../shared/theme.ts";
import { isReady, showBusy, showTyped } from "./form-looks.ts";
import { askForPortal } from "./portal-parts.ts";
import { sayMissing, sendForm } from "./send-form.ts";

/**
 * Lets the form that was served act before React is there: sends it, says what was refused, and moves on. What is pressed
 * besides waits for the application, which takes the form over (`leave`) with the fields as they are.
 *
 * It listens at the document, from before the form was read: nothing is pressed that it does not hear.
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
  heedOthers(pressed, end.signal);

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

/** All but sending: a button that only the application can answer is pressed again when that is here. */
function heedOthers(pressed: (() => void)[], signal: AbortSignal) {
  function clicked(event: MouseEvent) {
    const { target } = event;
    const button = target instanceof Element ? target.closest<HTMLElement>("button:not([type=submit])") : null;
    if (!button) return;
    event.stopPropagation();
    pressed.push(() => button.click());
    askForPortal().catch(sayMissing);
  }
  document.addEventListener("click", clicked, { capture: true, signal });
  document.addEventListener("input", showTyped, { signal });
  document.addEventListener("change", changed, { signal });
  addEventListener("pageshow", cameBack, { signal });
}

/** Whether somebody has moved or pressed something. */
function noteSigns(signal: AbortSignal): { seen: boolean } {
  const signs = { seen: false };
  for (const sign of ["pointermove", "pointerdown", "keydown"]) {
    document.addEventListener(sign, () => (signs.seen = true), { once: true, signal });
  }
  return signs;
}

function changed({ target }: Event) {
  if (target instanceof HTMLSelectElement) chooseTheme(themeOf(target.value));
  showTyped();
}

/** A page that comes back as it was left may be of somebody who has signed in since. */
function cameBack({ persisted }: PageTransitionEvent) {
  if (persisted && readStoredSession()) location.reload();
}

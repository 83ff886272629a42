import { isFilled } from "../shared/forms/form-values.ts";
import { messageSlot } from "../shared/served/early-sign-in.ts";

/** Returns a prerendered part of the form, such as a refusal or a busy button. */
const part = (name: string): Element | null =>
  document.querySelector<HTMLTemplateElement>("#first-parts")?.content.querySelector(`[data-part="${name}"]`) ?? null;

const copyOf = (name: string): Node | null => part(name)?.firstElementChild?.cloneNode(true) ?? null;

const theForm = (): HTMLFormElement | null => document.querySelector("#root form");
const field = (form: HTMLFormElement, name: string) => form.querySelector(`input[name="${name}"]`);
const submitOf = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>("button[type=submit]");

/** Returns true if name and password are filled in. */
export const isReady = (form: HTMLFormElement): boolean =>
  isFilled(field(form, "username")) && isFilled(field(form, "password"));

/** Enables the submit button (SIGNIN-01) and shows the hint about addresses (SIGNIN-02) according to the fields. */
export function showTyped() {
  const form = theForm();
  const submit = form && submitOf(form);
  if (!submit) return;
  submit.disabled = !isReady(form);
  const name = field(form, "username");
  const hint = document.getElementById(name?.getAttribute("aria-describedby") ?? "");
  const isAddress = name instanceof HTMLInputElement && name.value.includes("@");
  const text = isAddress ? (part("hint")?.textContent ?? "") : "";
  if (hint && hint.textContent !== text) hint.textContent = text;
}

export function caretToFirstField() {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  theForm()?.querySelector("input")?.focus({ preventScroll: true });
}

/** Shows the submit button as busy, or idle again. It keeps its width and its focus. */
export function showBusy(isBusy: boolean) {
  const form = theForm();
  const submit = form && submitOf(form);
  const busy = part("busy")?.firstElementChild;
  if (!submit || !busy || (submit.ariaBusy === "true") === isBusy) return;
  for (const name of busy.classList)
    if (!part("rest")?.firstElementChild?.classList.contains(name)) submit.classList.toggle(name, isBusy);
  for (const name of ["aria-busy", "aria-disabled"]) {
    if (isBusy) submit.setAttribute(name, "true");
    else submit.removeAttribute(name);
  }
  if (isBusy) submit.append(busy.lastElementChild?.cloneNode(true) ?? "");
  else submit.lastElementChild?.remove();
}

/** Shows and announces a refusal; null removes it. */
export function showMessage(sentence: string | null) {
  const slot = document.querySelector(`[${messageSlot}]`);
  const notice = sentence === null ? null : copyOf("refused");
  slot?.replaceChildren(...(notice ? [notice] : []));
  if (!(notice instanceof Element) || sentence === null) return;
  const text = notice.querySelector("p");
  if (text) text.textContent = sentence;
  notice.scrollIntoView({ block: "nearest" });
}

/** Shows why the form appears at this address, or what has just been done. Keeps an invitation in the link for signing up. */
export function showLead(isTeam: boolean, search: URLSearchParams) {
  const slot = document.querySelector(`[${messageSlot}]`);
  const lead = isTeam ? copyOf("team") : null;
  if (lead) slot?.before(lead);
  const done = search.has("password-success") ? copyOf("password-changed") : null;
  if (done) slot?.append(done);
  const reference = search.get("ref");
  const signUp = document.querySelector('#root a[href="/register"]');
  if (reference) signUp?.setAttribute("href", `/register?ref=${encodeURIComponent(reference)}`);
}

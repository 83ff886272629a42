/** An intent or an error in the form that the API returns. */
export type Wire = Record<string, unknown> & { id?: string; status?: string; client_secret?: string };

export interface Answered {
  error?: Wire;
  intent?: Wire;
}

export type IntentKind = "setup_intents" | "payment_intents";

/** The sandbox is at the origin that served the script. */
const script = document.currentScript;
const SANDBOX = new URL(".", script instanceof HTMLScriptElement ? script.src : `${location.origin}/sandbox/`);

export function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null;
}

/** Adds nested values to a form in the encoding of the API: `a[b][c]=d`. */
function fill(form: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (!isWire(value)) {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      form.set(name, `${value}`);
    return;
  }
  for (const [key, below] of Object.entries(value)) fill(form, `${name}[${key}]`, below);
}

function formOf(fields: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) fill(form, name, value);
  return form;
}

async function answerOf(send: () => Promise<Response>): Promise<Answered> {
  try {
    const body: unknown = await (await send()).json();
    if (!isWire(body)) throw new TypeError("no object");
    return isWire(body.error) ? { error: body.error } : { intent: body };
  } catch {
    const message = "We could not reach the payment service. Please check your connection and try again.";
    return { error: { type: "api_connection_error", message } };
  }
}

/** Posts to the API as the provider's script does: form-encoded, with the publishable key, without extra headers. */
export function post(path: string, fields: Record<string, unknown>): Promise<Answered> {
  return answerOf(() => fetch(new URL(`stripe/v1/${path}`, SANDBOX), { method: "POST", body: formOf(fields) }));
}

export function readIntent(key: string, kind: IntentKind, id: string, secret: string): Promise<Answered> {
  const query = new URLSearchParams({ key, client_secret: secret });
  return answerOf(() => fetch(new URL(`stripe/v1/${kind}/${id}?${query.toString()}`, SANDBOX)));
}

/** Sends the result of the authentication. */
export function tellBank(id: string, secret: string, outcome: "success" | "failure"): Promise<Answered> {
  const body = formOf({ client_secret: secret, outcome });
  return answerOf(() => fetch(new URL(`3ds/${id}`, SANDBOX), { method: "POST", body }));
}

import { askHolder } from "./authentication-dialog.ts";
import { StandInElement } from "./element.ts";
import type { StandInElements } from "./elements.ts";
import { isWire, post, readIntent, tellBank, type Answered, type IntentKind, type Wire } from "./intent-calls.ts";

/** What the caller gets: the intent under its own name, or an error; never a thrown one. */
export type Result = Record<string, unknown>;

interface MethodGiven {
  card?: unknown;
  billing_details?: Record<string, unknown>;
}

export interface CardData {
  payment_method?: string | MethodGiven;
  return_url?: string;
}

export interface ConfirmOptions {
  elements?: StandInElements;
  clientSecret?: string;
  confirmParams?: { payment_method?: string; payment_method_data?: MethodGiven; return_url?: string };
  redirect?: "always" | "if_required";
}

const NAMES: Record<IntentKind, { result: string; error: string; wire: string }> = {
  setup_intents: { result: "setupIntent", error: "last_setup_error", wire: "setup_intent" },
  payment_intents: { result: "paymentIntent", error: "last_payment_error", wire: "payment_intent" },
};

function idOf(secret: string): string {
  return secret.split("_secret_")[0] ?? "";
}

/** The intent's own failure, as the provider's script hands it on. */
function failureOf(kind: IntentKind, intent: Wire): Wire | null {
  const error = intent[NAMES[kind].error];
  return intent.status === "requires_payment_method" && isWire(error) ? { ...error, [NAMES[kind].wire]: intent } : null;
}

function resultOf(kind: IntentKind, answered: Answered): Result {
  if (answered.error || !answered.intent) return { error: answered.error ?? { type: "api_error" } };
  return { [NAMES[kind].result]: answered.intent };
}

/** Has the holder asked where the intent waits for that, and reads how it then stands. */
async function acted(key: string, kind: IntentKind, secret: string, answered: Answered): Promise<Result> {
  const { intent } = answered;
  if (intent?.status !== "requires_action") return resultOf(kind, answered);
  const id = idOf(secret);
  const told = await tellBank(id, secret, await askHolder());
  if (told.error) return { error: told.error };
  const after = await readIntent(key, kind, id, secret);
  const failure = after.intent && failureOf(kind, after.intent);
  return failure ? { error: failure } : resultOf(kind, after);
}

/** The parameters that say which card; or why the form cannot be sent yet. */
function methodFields(given: string | MethodGiven | undefined, element: StandInElement | null): Wire {
  if (typeof given === "string") return { payment_method: given };
  const source = given?.card instanceof StandInElement ? given.card : element;
  if (!source) return {};
  const read = source.card();
  if ("problem" in read) return { problem: { type: "validation_error", ...read.problem } };
  const details = given?.billing_details;
  return { payment_method_data: { type: "card", card: read.card, ...(details ? { billing_details: details } : {}) } };
}

/** Confirms an intent with the card given, and sees it through the bank's question. */
async function confirmIntent(
  key: string,
  kind: IntentKind,
  secret: string,
  fields: Wire,
  handleActions: boolean,
): Promise<Result> {
  if (isWire(fields.problem)) return { error: fields.problem };
  const answered = await post(`${kind}/${idOf(secret)}/confirm`, { key, client_secret: secret, ...fields });
  return handleActions ? acted(key, kind, secret, answered) : resultOf(kind, answered);
}

/** Goes on with an intent as it stands: asks the holder where it waits, confirms it where it has a card. */
export async function continueIntent(key: string, kind: IntentKind, secret: string): Promise<Result> {
  const now = await readIntent(key, kind, idOf(secret), secret);
  if (now.intent?.status === "requires_confirmation") return confirmIntent(key, kind, secret, {}, true);
  return acted(key, kind, secret, now);
}

export function confirmWithCard(
  key: string,
  kind: IntentKind,
  secret: string,
  data: CardData | undefined,
  options: { handleActions?: boolean } | undefined,
): Promise<Result> {
  if (!data?.payment_method) return continueIntent(key, kind, secret);
  const fields = methodFields(data.payment_method, null);
  return confirmIntent(key, kind, secret, fields, options?.handleActions !== false);
}

export async function confirmWithElements(key: string, kind: IntentKind, options: ConfirmOptions): Promise<Result> {
  const secret = options.clientSecret ?? options.elements?.clientSecret;
  if (!secret) return { error: { type: "invalid_request_error", message: "A clientSecret is needed." } };
  const params = options.confirmParams;
  const given = params?.payment_method ?? params?.payment_method_data;
  const fields = methodFields(given, options.elements?.any() ?? null);
  const result = await confirmIntent(key, kind, secret, fields, true);
  if (options.redirect !== "if_required" && params?.return_url && !result.error) {
    const query = new URLSearchParams({ [NAMES[kind].wire]: idOf(secret), redirect_status: "succeeded" });
    query.set(`${NAMES[kind].wire}_client_secret`, secret);
    location.assign(`${params.return_url}${params.return_url.includes("?") ? "&" : "?"}${query.toString()}`);
  }
  return result;
}

export async function createMethod(
  key: string,
  options: MethodGiven & { elements?: StandInElements },
): Promise<Result> {
  const fields = methodFields(options, options.elements?.any() ?? null);
  if (isWire(fields.problem)) return { error: fields.problem };
  const data = fields.payment_method_data;
  const answered = await post("payment_methods", { key, ...(isWire(data) ? data : {}) });
  return answered.error ? { error: answered.error } : { paymentMethod: answered.intent };
}

export async function retrieveIntent(key: string, kind: IntentKind, secret: string): Promise<Result> {
  return resultOf(kind, await readIntent(key, kind, idOf(secret), secret));
}

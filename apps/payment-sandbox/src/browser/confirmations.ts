import { askHolder } from "./authentication-dialog.ts";
import { StandInElement } from "./element.ts";
import { isWire, post, readIntent, tellBank, type Answered, type IntentKind, type Wire } from "./intent-calls.ts";

/** What the caller gets: the intent under its own name, or an error. Nothing is thrown. */
export type Result = Record<string, unknown>;

export interface CardData {
  payment_method: { card: unknown };
}

const NAMES: Record<IntentKind, { result: string; error: string; wire: string }> = {
  setup_intents: { result: "setupIntent", error: "last_setup_error", wire: "setup_intent" },
  payment_intents: { result: "paymentIntent", error: "last_payment_error", wire: "payment_intent" },
};

function idOf(secret: string): string {
  return secret.split("_secret_")[0] ?? "";
}

/** The intent's own failure, in the form in which the provider's script returns it. */
function failureOf(kind: IntentKind, intent: Wire): Wire | null {
  const error = intent[NAMES[kind].error];
  return intent.status === "requires_payment_method" && isWire(error) ? { ...error, [NAMES[kind].wire]: intent } : null;
}

function resultOf(kind: IntentKind, answered: Answered): Result {
  if (answered.error || !answered.intent) return { error: answered.error ?? { type: "api_error" } };
  return { [NAMES[kind].result]: answered.intent };
}

/** Asks the card's holder if the intent waits for that, and returns the intent as it is afterwards. */
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

async function confirmed(key: string, kind: IntentKind, secret: string, fields: Wire): Promise<Result> {
  const answered = await post(`${kind}/${idOf(secret)}/confirm`, { key, client_secret: secret, ...fields });
  return acted(key, kind, secret, answered);
}

/** Continues with an intent that has its card: confirms it, or asks the holder. */
async function continued(key: string, kind: IntentKind, secret: string): Promise<Result> {
  const now = await readIntent(key, kind, idOf(secret), secret);
  if (now.intent?.status === "requires_confirmation") return confirmed(key, kind, secret, {});
  return acted(key, kind, secret, now);
}

/** Confirms an intent with the card of a form, or without `data` continues with the card that it has. */
export async function confirmWithCard(
  key: string,
  kind: IntentKind,
  secret: string,
  data: CardData | undefined,
): Promise<Result> {
  if (!data) return continued(key, kind, secret);
  const { card } = data.payment_method;
  if (!(card instanceof StandInElement)) {
    return { error: { type: "invalid_request_error", message: "The payment sandbox's script takes cards of a form." } };
  }
  const read = card.card();
  if ("problem" in read) return { error: { type: "validation_error", ...read.problem } };
  return confirmed(key, kind, secret, { payment_method_data: { type: "card", card: read.card } });
}

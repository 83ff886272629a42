import { formatDate } from "@foyer/domain/dates";
import { passwordSentences } from "./password-sentences.ts";
import { accountNameSentence, addressSentence } from "./typed-sentences.ts";

interface Typed {
  readonly text: string;
}
interface Most {
  readonly most: number;
}
interface Until {
  /** Time of the answer and of the end of the wait, as instants. */
  readonly now: string;
  readonly until: string;
}
/** A sentence of the shared rules about one field. */
interface Fault {
  readonly fault: string;
}

const MINUTE_MS = 60_000;
const TWO_HOURS_IN_MINUTES = 120;

/** Names the end of a wait, rounded up to the minute, because the sentence may be read later than it was sent (LOOK-21). */
function whenText({ now, until }: Until): string {
  const waitMs = Date.parse(until) - Date.parse(now);
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  const at = new Date(Math.ceil(Date.parse(until) / MINUTE_MS) * MINUTE_MS);
  const time = `${at.toISOString().slice(11, 16)} UTC`;
  if (minutes === 1) return `in a minute, at ${time}`;
  if (minutes < TWO_HOURS_IN_MINUTES) return `in ${minutes} minutes, at ${time}`;
  return `on ${formatDate(at)} at ${time}`;
}

/** Reasons of the refusals of every service and of the accounts service. */
export const sharedReasons = {
  "input.malformed": {
    not_utf8: "The body is not UTF-8.",
    not_json: ({ fault }: Fault) => `The body is not JSON: ${fault}.`,
    not_an_object: "The body must be a JSON object.",
    form_not_encoded: "The form is not percent-encoded UTF-8.",
    too_many_fields: ({ most }: Most) => `A body has at most ${most} fields.`,
    too_many_items: ({ most }: Most) => `A list has at most ${most} entries.`,
    too_deep: ({ most }: Most) => `A body is nested at most ${most} deep.`,
    field_twice: "The body names a field twice.",
    long_query: ({ most }: Most) => `A query has at most ${most} fields.`,
    not_whole: "The request cannot be read, or was not complete in time.",
    signature_missing: "The signature is missing.",
    signature_wrong: "The signature is wrong or too old.",
    event_of_another: "The event is of another account or mode.",
    event_unknown: "An id or the type of the event is not one of the provider's.",
    parameters: ({ fault }: Fault) => fault,
  },
  "input.unsupported_type": {
    not_json: "The body has to be JSON, and to say so in its Content-Type.",
  },
  "input.too_large": {
    headers: "The address or the headers are too long.",
  },
  "input.invalid": {
    field: ({ fault }: Fault) => fault,
    nul: "NUL characters are not allowed.",
    not_unicode: "The text is not valid Unicode.",
    idempotency_key: "An Idempotency-Key has 1 to 255 characters.",
    missing: "is missing",
    no_address: "Name at least one address.",
    never_renews: "This license never renews. Remove the seats instead.",
    other_fingerprint: "This is not the fingerprint of that device.",
    file_days: ({ most }: Most) => `A file for this product is valid for at most ${most} days.`,
    license_without_key: "This license has no key to encrypt the file with.",
    license_or_product: "Name either a license or a product.",
    until_past: "Enter a time in the future.",
    hold_past: "Choose a day in the future.",
    search_cursor: "Search again.",
    other_account: "Name the other account.",
    no_change: "Enter at least one change.",
    seats_there: "The seats are there already.",
    own_name: "This is not the name of your account.",
    account_open: "This account is open. You can sign in.",
    portal_path: "The path must begin with one / and be a page of the portal.",
    unknown_plan: "There is no such plan.",
    reference: ({ fault }: Fault) => fault,
    reference_no_room: "The invoice has no room for a reference.",
    reference_missing: "Your company requires a reference on each invoice. Enter one first.",
    tax_id: ({ fault }: Fault) => fault,
    tax_id_twice: "This tax ID was entered twice.",
    tax_id_no_room: "The invoice has no room for another tax ID of this kind.",
    tax_id_refused: ({ fault }: Fault) => `The payment provider does not accept this number: ${fault}`,
    own_address: "This is not the email address of your account.",
    refund_step: ({ least }: { readonly least: string }) => `The amount must be a multiple of ${least}.`,
    unknown_customer: "There is no such customer.",
    ended_license: "A license whose subscription ended needs a new subscription.",
    other_product: "This license is of another product.",
    company_name: "Enter the name of the company. Its invoice must show it.",
    company_street: "Enter the company's street. Its invoice must show it.",
    company_city: "Enter the company's city. Its invoice must show it.",
    country_first: "Choose the country first: the tax depends on it.",
    consent: ({ text }: Typed) => `Agree to this first: ${text}`,
    papers_cursor: "This is not the cursor of a page of papers.",
  },
  "rate.limited": {
    tries: (facts: Until) => `Too many tries. Please try again ${whenText(facts)}.`,
    changes: (facts: Until) =>
      `This subscription was changed very often within a day. If that is what you need, contact us. Please try again ${whenText(facts)}.`,
    purchases: (facts: Until) => `Too many purchases in an hour. Please try again ${whenText(facts)}.`,
    declines: ({ declined, support, ...until }: Until & { readonly declined: number; readonly support: string }) =>
      `${declined} payments were declined within a day. Ask your bank why. Our support, ${support}, can let you pay sooner. Please try again ${whenText(until)}.`,
  },
  "limit.reached": {
    passkeys: ({ most }: Most) => `An account has at most ${most} passkeys. Remove one first.`,
    data_export: "You can request your data once a day. Please try again tomorrow.",
    billing_contacts: ({ most }: Most) => `There are ${most} billing contacts. Remove one first.`,
    open_quotes: ({ most }: Most) => `There are ${most} open quotes. Accept or withdraw one first.`,
  },
  "permission.denied": {
    view_only: "You are viewing as this person, so you cannot change anything.",
    legal_hold: "A legal hold keeps this account as it is.",
    account_closed: "The account is closed.",
    account_deleted: "The data of this account has been deleted.",
    account_stays_closed: "The account that stays is closed.",
    account_merged: "The account was already merged.",
    stopped_by_owner: "Its owner stopped one within the last 7 days. Only an administrator may ask for another one.",
    second_person: "Somebody else has to agree to it.",
    asker_may_not: "The person who asked for it no longer has the right to. Stop it, and ask again.",
    own_account: "Somebody else has to do this for you.",
    colleague: "Only an administrator may change the account of a staff member.",
    manager_kept: ({ names }: { readonly names: string }) =>
      `Only ${names} can do this. The contact and the payer of a license can only be removed by each other.`,
    not_a_portal_page: "Only pages of the portal keep a session in a cookie.",
    password_first: "Sign in with your password first.",
    not_an_app: "Only an app makes such a link.",
    refunds_a_day: ({ most }: { readonly most: string }) =>
      `Without administrator rights, at most ${most} can be refunded in a day.`,
  },
  "account_name.not_allowed": {
    invisible: ({ text }: Typed) => accountNameSentence(text),
  },
  "password.weak": passwordSentences,
  "passkey.unknown": { none: "Your account has no passkey." },
  "passkey.refused": { added_before: "This passkey was added before." },
  "session.second_factor_required": { wrong_code: "The code is wrong or has been used." },
  "restore.changed": { waits: "A restore or a change of the address is already waiting. Stop it first." },
  "email.invalid": { unusual: ({ text }: Typed) => addressSentence(text) ?? "" },
  "seats.invalid_emails": { unusual: ({ text }: Typed) => addressSentence(text) ?? "" },
  "email.in_use": { by_now: "Another open account now has this address." },
  "seats.unknown": { invitation: "An invitation cannot move. Remove it and invite again." },
  "seats.already_held": {
    there: ({ email }: { readonly email: string }) => `${email} already has a seat there, or an invitation to one.`,
  },
  "seats.not_enough": { used: "More seats are used than that. Free some first." },
  "upgrade.too_many": {
    would_not_fit: "The remaining seats would not fit the license. Move more of them.",
  },
  "activation.not_valid": {
    DEACTIVATED: "This device was freed. Activate it again first.",
    VERSION_NOT_COVERED: "This license does not cover this version of the app.",
    paid_time_over: "The paid period of this license has ended, so it offers no file.",
  },
  "activation.unavailable": { files: "This product offers no files for devices without network." },
  "activation.frees_used": {
    never: ({ support }: { readonly support: string }) =>
      `You cannot free devices of this license yourself. Please write to ${support}.`,
    until: ({ support, available_at: at }: { readonly support: string; readonly available_at: string }) =>
      `You have freed as many devices as you can for now, and can free one again on ${formatDate(new Date(at))}. Please write to ${support}.`,
  },
} as const;

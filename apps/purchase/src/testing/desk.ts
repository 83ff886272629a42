import type { DeskKind } from "@foyer/domain/consumer-law";
import { expect } from "vitest";
import type { PurchaseWorld } from "./purchase-world.ts";

/** Values that a person types into a form of the desk. */
export interface DeskForm {
  readonly name?: string;
  readonly reference: string;
  readonly contract?: string;
  readonly receiptTo?: string;
  readonly when?: "period_end" | "now";
  readonly goodCause?: string;
}

export interface DeskAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

let networks = 0;
/** Each statement has an address of its own for its receipt, because limits count by it. */
let receipts = 0;
/** A network of its own, because limits count by it. */
export const newNetwork = (): string => `10.9.${(++networks >> 8) & 255}.${networks & 255}`;

/** Returns the text of escaped HTML. */
export const unescaped = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** Returns the values of the hidden inputs of a page. */
export function hiddenIn(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

/** The desk as browsers without script use it. */
export function deskCalls(world: PurchaseWorld) {
  async function send(path: string, fields: Readonly<Record<string, string>>, more: object = {}): Promise<DeskAnswer> {
    const response = await fetch(`${world.origin}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": newNetwork(), ...more },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  const get = async (path: string, headers: Record<string, string> = {}): Promise<DeskAnswer> => {
    const response = await fetch(`${world.origin}${path}`, { headers, redirect: "manual" });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const filled = (form: DeskForm): Record<string, string> => ({
    name: "Ada Buyer",
    contract: "Outlinear 5",
    receiptTo: `receipts${++receipts}@else.example`,
    ...form,
  });
  return {
    send,
    get,
    /** Fills the form in, and returns the fields of the page that shows the statement. */
    review: async (kind: DeskKind, form: DeskForm): Promise<Record<string, string>> => {
      const shown = await send(`/${kind}`, filled(form));
      expect(shown.status).toBe(200);
      return hiddenIn(shown.text);
    },
    /** Makes a statement by both pages, and runs what follows. */
    state: async (kind: DeskKind, form: DeskForm, more: object = {}): Promise<DeskAnswer & { readonly id: string }> => {
      const shown = await send(`/${kind}`, filled(form), more);
      const answer = await send(`/${kind}/confirm`, hiddenIn(shown.text), more);
      expect(answer.status).toBe(200);
      await world.settle();
      return { ...answer, id: hiddenIn(shown.text)["id"] ?? "" };
    },
    /** The links in the newest mail that asks an owner; null without one. */
    linkTo: (email: string): string | null => {
      const mail = world.mails.findLast(({ to, subject }) => to === email && subject.startsWith("Is this "));
      return /https:\/\/account\.example(\/\S+&act=carry_out)/.exec(mail?.text ?? "")?.[1] ?? null;
    },
    mailsTo: (email: string) => world.mails.filter(({ to }) => to === email),
  };
}

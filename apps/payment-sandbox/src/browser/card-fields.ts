/** The fields of a card form. */
export type FieldName = "number" | "expiry" | "cvc";

export interface FieldProblem {
  code: string;
  message: string;
}

const PROBLEMS: Record<string, string> = {
  incomplete_number: "Your card number is incomplete.",
  invalid_number: "Your card number is invalid.",
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration date is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
};

function problem(code: string): FieldProblem {
  return { code, message: PROBLEMS[code] ?? code };
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

export function brandOf(number: string): string {
  const digits = digitsOf(number);
  if (/^3[47]/.test(digits)) return "amex";
  if (/^(5[1-5]|2[2-7])/.test(digits)) return "mastercard";
  return digits.startsWith("4") ? "visa" : "unknown";
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function numberLength(digits: string): number {
  return brandOf(digits) === "amex" ? 15 : 16;
}

/** `4242 4242 4242 4242`, and 4-6-5 for American Express. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups =
    brandOf(digits) === "amex" ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,7})?/;
  const found = groups.exec(digits);
  return found ? found.slice(1).filter(Boolean).join(" ") : "";
}

/** Month and year of an expiry typed as `12 / 30`, `12/2030` or `1230`. */
export function readExpiry(text: string): { month: string; year: string } {
  const [first = "", second] = text.split("/").map(digitsOf);
  const digits = second === undefined ? first : `${first.padStart(2, "0")}${second}`;
  const year = digits.slice(2);
  return { month: digits.slice(0, 2), year: year.length === 4 ? year : year.slice(0, 2) };
}

export function formatExpiry(text: string, isDeleting: boolean): string {
  const slash = text.includes("/");
  const digits = digitsOf(text);
  const padded = /^[2-9]$/.test(digits) || (slash && /^\d\s*\//.test(text)) ? `0${digits}` : digits;
  const month = padded.slice(0, 2);
  const year = padded.slice(2, padded.slice(2, 4) === "20" ? 6 : 4);
  if (year) return `${month} / ${year}`;
  return month.length === 2 && !isDeleting ? `${month} / ` : month;
}

function numberProblem(text: string): FieldProblem | null {
  const digits = digitsOf(text);
  if (digits.length < numberLength(digits)) return problem("incomplete_number");
  return passesLuhn(digits) && digits.length === numberLength(digits) ? null : problem("invalid_number");
}

function expiryProblem(text: string, now: Date): FieldProblem | null {
  const { month, year } = readExpiry(text);
  if (month.length < 2 || year.length < 2) return problem("incomplete_expiry");
  if (Number(month) < 1 || Number(month) > 12) return problem("invalid_expiry_month");
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  if (fullYear < now.getFullYear() || fullYear > now.getFullYear() + 50) return problem("invalid_expiry_year_past");
  const isPast = fullYear === now.getFullYear() && Number(month) < now.getMonth() + 1;
  return isPast ? problem("invalid_expiry_month_past") : null;
}

/** The problem of a field, or null. `number` decides how long a security code is. */
export function problemOf(field: FieldName, text: string, number: string, now: Date): FieldProblem | null {
  if (field === "number") return numberProblem(text);
  if (field === "expiry") return expiryProblem(text, now);
  const wanted = brandOf(number) === "amex" ? 4 : 3;
  return digitsOf(text).length < wanted ? problem("incomplete_cvc") : null;
}

import { expect, test } from "vitest";
import { CannotUnseal, keyringOf } from "./keyring.ts";

const old = "the-key-of-last-year-0123456789abcdef";
const now = "the-key-of-this-year-0123456789abcdef";
const place = "second factor of maya";
const secret = "JBSWY3DPEHPK3PXP";

test("R-81 a sealed text reveals nothing of the secret, differs each time, and can be unsealed", () => {
  const keyring = keyringOf([now]);
  const [one, two] = [keyring.seal(secret, place), keyring.seal(secret, place)];
  expect(one).toMatch(/^v1:[0-9a-f]{8}:[\w-]{59}$/);
  expect(one).not.toBe(two);
  expect(Buffer.from(one.split(":")[2] ?? "", "base64url").toString("latin1")).not.toContain(secret);
  expect(keyring.unseal(one, place)).toBe(secret);
});

test("R-81 of several keys the first encrypts, and each decrypts what it encrypted", () => {
  const sealed = keyringOf([old]).seal(secret, place);
  const both = keyringOf([now, old]);
  expect(both.unseal(sealed, place)).toBe(secret);
  expect(both.isCurrent(sealed)).toBe(false);
  expect(both.isCurrent(both.seal(secret, place))).toBe(true);
  expect(keyringOf([now]).unseal(both.seal(secret, place), place)).toBe(secret);
  expect(keyringOf([now, old, now]).ids).toEqual(both.ids);
  expect(() => keyringOf([now]).unseal(sealed, place)).toThrow(/key [0-9a-f]{8}, which SECRETS_KEY does not have/);
});

test("R-81 a changed byte, another place, another key with the same id and a truncated text are refused", () => {
  const keyring = keyringOf([now]);
  const sealed = keyring.seal(secret, place);
  const [version, id, text = ""] = sealed.split(":");
  const bytes = Buffer.from(text, "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => keyring.unseal(`${version}:${id}:${changed.toString("base64url")}`, place)).toThrow(CannotUnseal);
  }
  expect(() => keyring.unseal(sealed, "second factor of rita")).toThrow("belongs to something else");
  const foreign = keyringOf([old]).seal(secret, place).split(":")[2];
  expect(() => keyring.unseal(`${version}:${id}:${foreign}`, place)).toThrow(CannotUnseal);
  for (const cut of ["v1:", `v1:${id}:`, `v1:${id}:AAAA`, `${version}:${id}:${text.slice(0, 30)}`, secret, ""])
    expect(() => keyring.unseal(cut, place), cut).toThrow(CannotUnseal);
});

test("LOOK-19 a signature is the same each time, holds for its text and use alone, and after a change of the key", () => {
  const keyring = keyringOf([now]);
  const signature = keyring.sign("anna@x.example", "invited address");
  expect(keyring.sign("anna@x.example", "invited address")).toBe(signature);
  expect(keyring.isSigned(signature, "anna@x.example", "invited address")).toBe(true);
  expect(keyring.isSigned(signature, "bo@x.example", "invited address")).toBe(false);
  expect(keyring.isSigned(signature, "anna@x.example", "another use")).toBe(false);
  for (const wrong of ["", "?", signature.slice(1), `${signature}AA`])
    expect(keyring.isSigned(wrong, "anna@x.example", "invited address")).toBe(false);
  expect(keyringOf([old]).isSigned(signature, "anna@x.example", "invited address")).toBe(false);
  expect(keyringOf([old, now]).isSigned(signature, "anna@x.example", "invited address")).toBe(true);
});

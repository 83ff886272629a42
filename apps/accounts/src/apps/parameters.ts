import { errors, type KoaContextWithOIDC } from "oidc-provider";

const NAME_MAX = 64;
/** Control characters, and characters that reverse the direction of a text. */
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Refuses the request if `readableQuery` marked a fault in it. */
export function checkRequest(_ctx: KoaContextWithOIDC, fault: string | undefined): void {
  if (fault !== undefined) throw new errors.InvalidRequest(fault);
}

/** Refuses a name that would be displayed differently from its characters. */
export function checkDeviceName(_ctx: KoaContextWithOIDC, name: string | undefined): void {
  if (name === undefined) return;
  if (Array.from(name).length > NAME_MAX)
    throw new errors.InvalidRequest("device_name must have at most 64 characters");
  if (UNSHOWN.test(name)) throw new errors.InvalidRequest("device_name must not hold control characters");
}

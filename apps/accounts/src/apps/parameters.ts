import { isMisleading } from "@foyer/domain/invisible";
import { errors, type KoaContextWithOIDC } from "oidc-provider";

const NAME_MAX = 64;

/** Refuses the request if `readableQuery` marked a fault in it. */
export function checkRequest(_ctx: KoaContextWithOIDC, fault: string | undefined): void {
  if (fault !== undefined) throw new errors.InvalidRequest(fault);
}

/** Refuses a name that would be displayed differently from its characters. */
export function checkDeviceName(_ctx: KoaContextWithOIDC, name: string | undefined): void {
  if (name === undefined) return;
  if (Array.from(name).length > NAME_MAX)
    throw new errors.InvalidRequest("device_name must have at most 64 characters");
  if (isMisleading(name)) throw new errors.InvalidRequest("device_name must not hold control characters");
}

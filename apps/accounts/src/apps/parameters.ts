import { isScope } from "@foyer/contract/scopes";
import { isMisleading } from "@foyer/domain/invisible";
import { errors, type KoaContextWithOIDC } from "oidc-provider";

const NAME_MAX = 64;

/**
 * Refuses the request if `readableQuery` marked a fault in it, or if it asks for nothing that there is: the person would allow
 * nothing, and the app get a code without tokens. A request that leaves out the scope is one for `openid`.
 */
export function checkRequest({ oidc }: KoaContextWithOIDC, fault: string | undefined): void {
  if (fault !== undefined) throw new errors.InvalidRequest(fault);
  const { params } = oidc;
  if (!params) return;
  const scope = typeof params["scope"] === "string" ? params["scope"] : "openid";
  if (!scope.split(" ").some(isScope)) throw new errors.InvalidScope("there is no such scope", scope);
  params["scope"] = scope;
}

/** Refuses a name that would be displayed differently from its characters. */
export function checkDeviceName(_ctx: KoaContextWithOIDC, name: string | undefined): void {
  if (name === undefined) return;
  if (Array.from(name).length > NAME_MAX)
    throw new errors.InvalidRequest("device_name must have at most 64 characters");
  if (isMisleading(name)) throw new errors.InvalidRequest("device_name must not hold control characters");
}

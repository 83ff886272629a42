import { errors, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import { isScope } from "@foyer/contract/scopes";
import { isMisleading } from "@foyer/domain/invisible";

const { Check, Prompt } = interactionPolicy;

type Answered = { readonly login?: unknown; readonly consent?: unknown } | undefined;

const answered = (ctx: KoaContextWithOIDC): Answered => ctx.oidc.result as Answered;

/** True if the app wants no page (`prompt=none`). Then only the session of the browser's last answer counts. */
const isSilent = (ctx: KoaContextWithOIDC): boolean => ctx.oidc.prompts.has("none");

function isTooOld(ctx: KoaContextWithOIDC): boolean {
  const { max_age: maxAge } = ctx.oidc.params ?? {};
  return maxAge !== undefined && Boolean(ctx.oidc.session?.past(Number(maxAge)));
}

/** True if the app sent an id token of another person than that of the session. */
export function expectsAnother(ctx: KoaContextWithOIDC): boolean {
  const hint = ctx.oidc.entities.IdTokenHint as { readonly payload: { readonly sub?: unknown } } | undefined;
  return hint !== undefined && hint.payload.sub !== ctx.oidc.session?.accountId;
}

/**
 * The questions before an app gets an answer. Unless the app wants no page, the portal's screen always opens, because only
 * the portal knows who is signed in. It continues by itself if there is nothing to ask.
 */
export function policy(): interactionPolicy.Prompt[] {
  const login = new Prompt(
    { name: "login", requestable: true },
    new Check("unanswered", "sign-in is needed", "login_required", (ctx) => {
      if (answered(ctx)?.login !== undefined) return Check.NO_NEED_TO_PROMPT;
      const isGood =
        isSilent(ctx) && ctx.oidc.session?.accountId !== undefined && !isTooOld(ctx) && !expectsAnother(ctx);
      return isGood ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  const consent = new Prompt(
    { name: "consent", requestable: true },
    new Check("not_allowed", "consent is needed", "consent_required", (ctx) => {
      const allowed = new Set((ctx.oidc.entities.Grant?.getOIDCScope() ?? "").split(" "));
      // The brand may have taken a scope from the app since the request began.
      const listed = new Set((ctx.oidc.client?.scope ?? "").split(" "));
      const wanted = [...ctx.oidc.requestParamOIDCScopes].filter((scope) => listed.has(scope));
      return wanted.every((scope) => allowed.has(scope)) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return [login, consent];
}

const NAME_MAX = 64;

/**
 * Refuses the request if `readableQuery` marked a fault in it, or if it asks for unknown scopes only, because the app would get a
 * code without tokens. A request without a scope asks for `openid`.
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

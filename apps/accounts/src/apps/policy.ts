import { interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";

const { Check, Prompt } = interactionPolicy;

type Answered = { readonly login?: unknown; readonly consent?: unknown } | undefined;

const answered = (ctx: KoaContextWithOIDC): Answered => ctx.oidc.result as Answered;

/** True if the app wants no page (`prompt=none`). Then only the session of the browser's last answer counts. */
const isSilent = (ctx: KoaContextWithOIDC): boolean => ctx.oidc.prompts.has("none");

function isTooOld(ctx: KoaContextWithOIDC): boolean {
  const { max_age: maxAge } = ctx.oidc.params ?? {};
  return maxAge !== undefined && Boolean(ctx.oidc.session?.past(Number(maxAge)));
}

/** True if the app expects somebody else than the person whose session that is, by an id token of hers. */
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

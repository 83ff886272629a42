import { interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";

const { Check, Prompt } = interactionPolicy;

type Answered = { readonly login?: unknown; readonly consent?: unknown } | undefined;

const answered = (ctx: KoaContextWithOIDC): Answered => ctx.oidc.result as Answered;

/** Whether the app wants no page: then only what the browser was last answered in counts. */
const isSilent = (ctx: KoaContextWithOIDC): boolean => ctx.oidc.prompts.has("none");

function isTooOld(ctx: KoaContextWithOIDC): boolean {
  const { max_age: maxAge } = ctx.oidc.params ?? {};
  return maxAge !== undefined && Boolean(ctx.oidc.session?.past(Number(maxAge)));
}

/**
 * What has to be asked before an app is answered. Unless it wants no page, the portal's screen is always asked: it alone
 * knows who is signed in there, and goes on by itself where nothing is left to ask.
 */
export function policy(): interactionPolicy.Prompt[] {
  const login = new Prompt(
    { name: "login", requestable: true },
    new Check("unanswered", "sign-in is needed", "login_required", (ctx) => {
      if (answered(ctx)?.login !== undefined) return Check.NO_NEED_TO_PROMPT;
      const isGood = isSilent(ctx) && ctx.oidc.session?.accountId !== undefined && !isTooOld(ctx);
      return isGood ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  const consent = new Prompt(
    { name: "consent", requestable: true },
    new Check("not_allowed", "consent is needed", "consent_required", (ctx) => {
      const allowed = new Set((ctx.oidc.entities.Grant?.getOIDCScope() ?? "").split(" "));
      const wanted = [...ctx.oidc.requestParamOIDCScopes];
      return wanted.every((scope) => allowed.has(scope)) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return [login, consent];
}

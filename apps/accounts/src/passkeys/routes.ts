import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { lifetimes } from "../lifetimes.ts";
import { addPasskey, PASSKEYS_MAX, startPasskey } from "./add-passkey.ts";
import { passkeysOf } from "../stores/passkey-store.ts";
import { acceptedWire, passkeyWire } from "./passkey-wire.ts";
import { proveByPasskey, startPasskeyProof } from "./prove-by-passkey.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { removePasskey, renamePasskey } from "./remove-passkey.ts";
import { withCookie } from "../sessions/refresh-cookie.ts";
import { signInByPasskey, startPasskeySignIn } from "./sign-in-by-passkey.ts";

/** Endpoints that add, use, list, rename and remove passkeys (KEY-01 to KEY-04). */
export function passkeyRoutes(deps: Deps) {
  return routes({
    listPasskeys: async ({ caller }) => {
      const rows = await passkeysOf(deps.db, caller.id);
      const party = relyingPartyOf(deps.config.publicOrigin);
      return {
        passkeys: rows.map(passkeyWire),
        limit: PASSKEYS_MAX,
        origin: party?.origin ?? null,
        ...(party && { accepted: acceptedWire(party, caller.id, rows) }),
      };
    },
    startPasskey: async ({ body, caller, ...origin }) => ({
      options: await startPasskey(deps, caller, body.password, origin),
    }),
    addPasskey: async ({ body, caller, ...origin }) => ({
      ...done,
      passkey: await addPasskey(deps, caller, body, origin),
    }),
    renamePasskey: async ({ body, caller, params }) => {
      await renamePasskey(deps, caller, params.passkey, body.name);
      return done;
    },
    removePasskey: async ({ body, caller, params, ...origin }) => {
      const passkey = { id: params.passkey, password: body.password };
      return { ...done, sessions_ended: await removePasskey(deps, caller, passkey, origin) };
    },
    startPasskeySignIn: ({ ip }) => startPasskeySignIn(deps, ip),
    signInByPasskey: ({ body, ip, userAgent, requestId, headers, setCookie }) => {
      const call = { ip, userAgent, requestId, headers, setCookie };
      return withCookie(deps, call, () => signInByPasskey(deps, { ...body, ...call }));
    },
    startPasskeyProof: async ({ caller }) => ({ options: await startPasskeyProof(deps, caller) }),
    proveByPasskey: async ({ body, caller, ...origin }) => {
      await proveByPasskey(deps, caller, body.credential, origin);
      return { ...done, good_for: lifetimes.proof };
    },
  });
}

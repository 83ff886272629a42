import {
  addPasskey,
  listPasskeys,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from "@foyer/contract/passkeys";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { lifetimes } from "../lifetimes.ts";
import { addPasskeyOf, PASSKEYS_MAX, startAdding } from "./add-passkey.ts";
import { passkeysOf } from "./passkey-store.ts";
import { passkeyWire } from "./passkey-wire.ts";
import { proveWithPasskey, startProof } from "./prove-by-passkey.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { removePasskeyOf, renameOwnPasskey } from "./remove-passkey.ts";
import { signInWithPasskey, startSignIn } from "./sign-in-by-passkey.ts";

/** Passkeys: made, used in place of password and code, and removed (KEY-01 to KEY-04). */
export function passkeyRoutes(deps: Deps): Route[] {
  return [
    route(listPasskeys, async ({ caller }) => ({
      passkeys: (await passkeysOf(deps.db, caller.id)).map(passkeyWire),
      limit: PASSKEYS_MAX,
      origin: relyingPartyOf(deps.config.publicOrigin)?.origin ?? null,
    })),
    route(startPasskey, async ({ body, caller, ...origin }) => ({
      options: await startAdding(deps, caller, body.password, origin),
    })),
    route(addPasskey, async ({ body, caller, ...origin }) => ({
      ...done,
      passkey: await addPasskeyOf(deps, caller, body, origin),
    })),
    route(renamePasskey, async ({ body, caller, params }) => {
      await renameOwnPasskey(deps, caller, params.passkey, body.name);
      return done;
    }),
    route(removePasskey, async ({ body, caller, params, ...origin }) => {
      const passkey = { id: params.passkey, password: body.password };
      return { ...done, sessions_ended: await removePasskeyOf(deps, caller, passkey, origin) };
    }),
    route(startPasskeySignIn, ({ ip }) => startSignIn(deps, ip)),
    route(signInByPasskey, ({ body, ip, userAgent, requestId, headers, setCookie }) =>
      signInWithPasskey(deps, { ...body, ip, userAgent, requestId, headers, setCookie }),
    ),
    route(startPasskeyProof, async ({ caller }) => ({ options: await startProof(deps, caller) })),
    route(proveByPasskey, async ({ body, caller, ...origin }) => {
      await proveWithPasskey(deps, caller, body.credential, origin);
      return { ...done, good_for: lifetimes.proof };
    }),
  ];
}

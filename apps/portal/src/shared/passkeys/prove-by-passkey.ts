import { call } from "@foyer/api-client/client";
import { api } from "../requests/api.ts";
import { askPasskey } from "./ceremony.ts";

/** Proves the person by a passkey: for five minutes, calls that require a proof need no password. */
export async function proveByPasskey(): Promise<void> {
  const { options } = await call(api, "startPasskeyProof");
  await call(api, "proveByPasskey", { body: { credential: await askPasskey(options) } });
}

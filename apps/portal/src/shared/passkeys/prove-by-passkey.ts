import { call } from "@foyer/api-client/client";
import { api } from "../api.ts";
import { askPasskey } from "./ceremony.ts";

/** Has the person prove herself by a passkey: for five minutes, calls that ask for a proof go through without a password. */
export async function proveByPasskey(): Promise<void> {
  const { options } = await call(api, "startPasskeyProof");
  await call(api, "proveByPasskey", { body: { credential: await askPasskey(options) } });
}

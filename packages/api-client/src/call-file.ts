import type { CallName } from "@foyer/contract/paths";
import type { CallArguments } from "./call-types.ts";
import { answerTo, type Client } from "./client.ts";
import { NetworkError } from "./errors.ts";

/**
 * Makes a call that gives a file, and returns the file.
 *
 * @throws as `call` does.
 */
export async function callFile<Name extends CallName>(
  client: Client,
  name: Name,
  ...[given]: CallArguments<Name>
): Promise<{ readonly name: string; readonly content: Blob }> {
  const response = await answerTo(client, name, given ?? {});
  const content = await response.blob().catch((error: unknown) => {
    throw new NetworkError("unreachable", error);
  });
  const [, saved] = /filename="([\w.-]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name: saved ?? name, content };
}

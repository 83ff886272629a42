/** Maximum bytes of the file in JSON: a request has at most 1 MiB, with the name and the reason. */
const REQUEST_MAX = 1_048_576 - 8_192;

/** Returns the text of an import file, or why it cannot be sent. */
export async function readImportFile(file: Blob): Promise<{ text: string } | { fault: "tooLarge" | "notText" }> {
  if (file.size > REQUEST_MAX) return { fault: "tooLarge" };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return { fault: "notText" };
  }
  // The text is sent in JSON, which escapes every quotation mark with a second character.
  return new TextEncoder().encode(JSON.stringify(text)).length > REQUEST_MAX ? { fault: "tooLarge" } : { text };
}

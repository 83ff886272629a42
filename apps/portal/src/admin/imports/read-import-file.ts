/** What the services take in one request: 1 MiB, of which the name, the reason and JSON's own signs need a little. */
const REQUEST_MAX = 1_048_576 - 8_192;

/** The text of an import file, or why it cannot be sent. */
export async function readImportFile(file: Blob): Promise<{ text: string } | { fault: "tooLarge" | "notText" }> {
  if (file.size > REQUEST_MAX) return { fault: "tooLarge" };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return { fault: "notText" };
  }
  // It travels as a text in JSON, which writes every quotation mark with two signs.
  return new TextEncoder().encode(JSON.stringify(text)).length > REQUEST_MAX ? { fault: "tooLarge" } : { text };
}

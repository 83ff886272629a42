/** Returns the text that a reader of the HTML sees. */
export function seen(page: string): string {
  const body = page.slice(page.indexOf("<body>")).replaceAll(/<[^>]*>/g, " ");
  const named: Readonly<Record<string, string>> = {
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
    "&amp;": "&",
  };
  return body.replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => named[entity] ?? entity);
}

/** Hands a text to the browser to be saved as a file. */
export function saveFile(name: string, type: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click; freeing it at once would leave the file empty.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** `Outlinear 5 for Mac` as part of a file's name: `outlinear-5-for-mac`. */
export function fileNameOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "license"
  );
}

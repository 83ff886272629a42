/** Saves a text as a file through the browser. */
export function saveFile(name: string, type: string, text: string) {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves a file through the browser. */
export function saveBlob(name: string, content: Blob) {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL after the click; revoking it immediately would leave the file empty.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns a title as part of a file name: `Outlinear 5 for Mac` becomes `outlinear-5-for-mac`. */
export function fileNameOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "license"
  );
}

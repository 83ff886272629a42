/** Moves the focus to a section's heading once the browser has followed a link to the section, which clears the focus. */
export function focusHeading(sectionId: string) {
  requestAnimationFrame(() => {
    const heading = document.getElementById(sectionId)?.querySelector("h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}

function button(text: string, chosen: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  Object.assign(made.style, {
    font: "inherit",
    padding: "0.6em 1em",
    border: "1px solid #3b4252",
    borderRadius: "6px",
    background: "#ffffff",
    color: "#1f2430",
    cursor: "pointer",
    minHeight: "44px",
  });
  made.addEventListener("click", chosen);
  return made;
}

function part(tag: "h2" | "p", text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  Object.assign(made.style, { margin: "0 0 0.75em", font: tag === "h2" ? "600 1.15em/1.3 inherit" : "inherit" });
  return made;
}

/** Stands in for the bank: asks the card holder in a dialog. Closing the dialog fails the authentication. */
export function askHolder(): Promise<"success" | "failure"> {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    const heading = part("h2", "3D Secure test page");
    heading.id = "payment-sandbox-authentication";
    dialog.setAttribute("aria-labelledby", heading.id);
    Object.assign(dialog.style, {
      maxWidth: "26rem",
      border: "1px solid #3b4252",
      borderRadius: "10px",
      padding: "1.5em",
      background: "#ffffff",
      color: "#1f2430",
      font: "1rem/1.5 system-ui, sans-serif",
    });
    const settle = (outcome: "success" | "failure") => {
      dialog.remove();
      resolve(outcome);
    };
    const buttons = document.createElement("div");
    Object.assign(buttons.style, { display: "flex", flexWrap: "wrap", gap: "0.75em" });
    buttons.append(
      button("Fail authentication", () => settle("failure")),
      button("Complete authentication", () => settle("success")),
    );
    dialog.addEventListener("close", () => settle("failure"));
    // A dialog of the surrounding page must not receive these keys.
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
    dialog.append(
      heading,
      part("p", "This is a test payment: no bank is asked. Decide what the bank would answer."),
      buttons,
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

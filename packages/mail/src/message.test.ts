import { describe, expect, test } from "vitest";
import { escapeHtml, html } from "./html.ts";
import { action, code, facts, message, paragraph, textOn, type MailBrand } from "./message.ts";

const brand: MailBrand = {
  provider: "Acme",
  accountsTitle: "Acme Accounts",
  company: "Acme",
  accent: "#2f6f4f",
  contacts: { support: "help@acme.example" },
  links: { support: "https://acme.example/help" },
  seller: { address: ["1 Road"] },
};

describe("html", () => {
  test("R-47 data is escaped, HTML made here is not, lists are joined", () => {
    const items = ["<b>", "&"].map((each) => html`<li>${each}</li>`);
    expect(html`${items}`.text).toBe("<li>&lt;b&gt;</li><li>&amp;</li>");
    expect(html`<i title="${`"'`}">${html`<b></b>`}</i>`.text).toBe('<i title="&quot;&#39;"><b></b></i>');
    expect(escapeHtml("plain text")).toBe("plain text");
  });
});

describe("message", () => {
  test("both forms contain the same parts in the same order", () => {
    const made = message(brand, "Subject", [
      paragraph("One."),
      code("ABCD-EFGH"),
      action("Go on", "https://x.example/?a=1&b=2"),
      facts(["Seats", "5"], ["Amount", "$5.00"]),
    ]);
    expect(made.text).toBe(`One.

ABCD-EFGH

Go on:
https://x.example/?a=1&b=2

Seats: 5
Amount: $5.00

-- 
Questions? Write to help@acme.example.
Help: https://acme.example/help
Sent by Acme, 1 Road
`);
    const order = ["One.", "ABCD-EFGH", 'href="https://x.example/?a=1&amp;b=2"', "Go on", "Seats", "$5.00", "1 Road"];
    const places = order.map((part) => made.html.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  test("DESK-01 the foot of a mail about a purchase links to the desk, if the vendor has one", () => {
    const made = message(
      { ...brand, deskLinks: { withdraw: "https://x.example/w", cancel: "https://x.example/c" } },
      "S",
      [],
    );
    expect(made.text).toContain(
      "\nWithdraw from contract here: https://x.example/w\nCancel contracts here: https://x.example/c\n",
    );
    expect(made.html).toContain('<a href="https://x.example/w">Withdraw from contract here</a>');
    expect(message(brand, "S", []).html).not.toContain("contract");
  });

  test("LOOK-20 the head has the brand's mark in its accent, drawn without a picture, and the button fills its cell", () => {
    const made = message(brand, "Subject", [action("Go on", "https://x.example/")]).html;
    expect(made).not.toMatch(/<img|url\(/);
    expect([...made.matchAll(/bgcolor="(#[0-9a-f]{6})"/g)].map(([, color]) => color)).toEqual([
      "#2f6f4f",
      "#25573e",
      "#2f6f4f",
    ]);
    expect(made).toContain("[if mso]");
  });

  test("R-27 a line break in a subject or in data creates neither a header nor a paragraph", () => {
    const made = message(brand, "Hello\r\nBcc: all@x.example\u2028!", [
      paragraph("a\r\n\r\nb"),
      facts(["Name", "x\n\ny"]),
    ]);
    expect(made.subject).toBe("Hello Bcc: all@x.example !");
    expect(made.text.startsWith("a b\n\nName: x y\n")).toBe(true);
  });

  test("a subject of any length stays one line that can be sent", () => {
    const { subject } = message(brand, "🦊".repeat(500), []);
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(subject.isWellFormed()).toBe(true);
    expect(message(brand, `x${"🦊".repeat(500)}`, []).subject.isWellFormed()).toBe(true);
  });

  test.each([
    ["#ffffff", "#000000"],
    ["#000000", "#ffffff"],
    ["#2f6f4f", "#ffffff"],
    ["#ffd400", "#000000"],
    ["#808080", "#000000"],
    ["#0000ff", "#ffffff"],
  ])("the button's text on %s is %s", (accent, expected) => expect(textOn(accent)).toBe(expected));

  test("it is readable in a narrow window, in light and dark, and loads nothing", () => {
    const made = message(brand, "Subject", [paragraph("One.")]);
    expect(made.html).toContain('name="viewport" content="width=device-width');
    expect(made.html).toContain('name="color-scheme" content="light dark"');
    expect(made.html).toContain("prefers-color-scheme:dark");
    expect(made.html).not.toMatch(/<(img|script|link|iframe)|url\(|@import|src=/i);
  });
});

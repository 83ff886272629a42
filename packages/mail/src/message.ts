import { type DeskKind, deskWords } from "@foyer/domain/consumer-law";
import { Html, html } from "./html.ts";

/** The part of the brand that mails use. */
export interface MailBrand {
  /** Short name: `Fernhill`. */
  readonly provider: string;
  /** Name of the portal: `Fernhill Accounts`. */
  readonly accountsTitle: string;
  /** Full name. */
  readonly company: string;
  /** `#rrggbb` */
  readonly accent: string;
  /** Letters in the mark. */
  readonly mark?: string | undefined;
  readonly contacts: { readonly support: string };
  readonly links: { readonly support: string };
  readonly seller: { readonly address: readonly string[] };
  /** Pages for withdrawals and cancellations, in the foot of mails about purchases. */
  readonly deskLinks?: Readonly<Record<DeskKind, string>> | undefined;
}

/** A message ready to send. The sender adds the address. */
export interface Message {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail: builds the message from the brand and the mail's data. Links, keys and times are data. */
export type Mail<Data> = (brand: MailBrand, data: Readonly<Data>) => Message;

/** A part of a message. Text and HTML are built from the same parts, so that they have the same content. */
export type Block =
  | { readonly kind: "text"; readonly text: string }
  /** A code to copy: alone on a line of the text. */
  | { readonly kind: "code"; readonly code: string }
  /** The message's main action. The link is alone on a line of the text. */
  | { readonly kind: "action"; readonly label: string; readonly link: string }
  | { readonly kind: "facts"; readonly facts: readonly (readonly [name: string, value: string])[] };

export const paragraph = (text: string): Block => ({ kind: "text", text });
export const code = (value: string): Block => ({ kind: "code", code: value });
export const action = (label: string, link: string): Block => ({ kind: "action", label, link });
/** Names and values, one per line. */
export const facts = (...pairs: readonly (readonly [string, string])[]): Block => ({ kind: "facts", facts: pairs });

/** Builds text and HTML of a message, with the vendor's header and footer. */
export function message(brand: MailBrand, subject: string, blocks: readonly Block[]): Message {
  const line = oneLine(subject).slice(0, 200).toWellFormed();
  return { subject: line, text: textForm(brand, blocks), html: htmlForm(brand, line, blocks).text };
}

/** Joins text into one line, so that a chosen name can add neither a header nor a paragraph. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function textForm(brand: MailBrand, blocks: readonly Block[]): string {
  // A link ends its line, because some mail programs take the next word into it. All lines contain white space, so that a code
  // stays the only word that is alone on a line.
  const foot = [
    "-- ",
    `Questions? Write to ${brand.contacts.support}.`,
    `Help: ${brand.links.support}`,
    `Sent by ${[brand.company, ...brand.seller.address].map(oneLine).join(", ")}`,
    ...deskLinksOf(brand).map(([label, link]) => `${label}: ${link}`),
  ];
  return `${[...blocks.map(blockText), foot.join("\n")].join("\n\n")}\n`;
}

/** The law's labels with their links; none without a desk. */
const deskLinksOf = ({ deskLinks }: MailBrand): readonly (readonly [label: string, link: string])[] =>
  deskLinks
    ? [
        [deskWords.withdraw.link, deskLinks.withdraw],
        [deskWords.cancel.link, deskLinks.cancel],
      ]
    : [];

const sentBy = (brand: MailBrand): readonly Html[] => [
  html`<p>Sent by ${[brand.company, ...brand.seller.address].join(", ")}</p>`,
  ...deskLinksOf(brand).map(([label, link]) => html`<p><a href="${link}">${label}</a></p>`),
];

function blockText(block: Block): string {
  switch (block.kind) {
    case "text":
      return oneLine(block.text);
    case "code":
      return oneLine(block.code);
    case "action":
      return `${block.label}:\n${block.link}`;
    case "facts":
      return block.facts.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}`).join("\n");
  }
}

// Outlook for Windows lays out tables and knows no maximum width, no rounded corners and no `system-ui`.
const page = new Html(`
body{margin:0;padding:0;background:#f4f4f2;color:#1d1d1b;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
.page{background:#f4f4f2}.place{padding:24px 12px}.card{width:100%;max-width:520px;background:#fff;border-radius:8px}.inside{padding:28px 24px}
.head{margin:0 0 20px}.brand{font-weight:600;padding:0 0 0 10px}.mark{border-radius:6px;overflow:hidden}
p{margin:0 0 16px;overflow-wrap:anywhere}
.code{font:600 22px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:1px;padding:12px 16px;background:#f4f4f2;border-radius:8px;text-align:center}
.action{margin:0 0 16px}.action td{border-radius:8px}.action a{display:inline-block;padding:12px 20px;font-weight:600;text-decoration:none}
.facts{border-collapse:collapse;margin:0 0 16px}.facts th{font-weight:400;text-align:left;color:#5c5c57}
.facts td,.facts th{padding:2px 16px 2px 0;vertical-align:top}.facts th{white-space:nowrap}.facts td{overflow-wrap:anywhere}
.small{font-size:13px;color:#5c5c57}.small a{color:inherit}
.foot{width:100%;max-width:520px}.foot td{padding:16px 24px 0}
@media (prefers-color-scheme:dark){body,.page{background:#161615;color:#ececea}.card{background:#232321;color:#ececea}.code{background:#161615;color:#ececea}.small,.foot td,.facts th{color:#a8a8a2}}
`);
const outlook = new Html(
  `<!--[if mso]><style>body,table,td,th,p,a{font-family:Arial,sans-serif!important}.code{font-family:Consolas,monospace!important}</style><![endif]-->`,
);

function htmlForm(brand: MailBrand, subject: string, blocks: readonly Block[]): Html {
  const { contacts, links } = brand;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${page}
        </style>
        ${outlook}
      </head>
      <body>
        <table class="page" role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0">
          <tr>
            <td class="place" align="center">
              <table class="card" role="presentation" width="520" border="0" cellspacing="0" cellpadding="0">
                <tr>
                  <td class="inside" align="left">
                    ${head(brand)} ${blocks.map((block) => blockHtml(block, brand.accent))}
                  </td>
                </tr>
              </table>
              <table class="foot small" role="presentation" width="520" border="0" cellspacing="0" cellpadding="0">
                <tr>
                  <td align="left">
                    <p>
                      Questions? Write to <a href="mailto:${contacts.support}">${contacts.support}</a> or see
                      <a href="${links.support}">${links.support}</a>.
                    </p>
                    ${sentBy(brand)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

/** The mark of the portal's header and the vendor's name. Cells draw the mark, as many programs load no pictures. */
function head({ provider, accent, mark }: MailBrand): Html {
  return html`<table class="head" role="presentation" border="0" cellspacing="0" cellpadding="0">
    <tr>
      <td width="22">
        <table class="mark" role="presentation" width="22" border="0" cellspacing="0" cellpadding="0">
          ${mark === undefined ? plainMark(accent) : letterMark(accent, mark)}
        </table>
      </td>
      <td class="brand">${provider}</td>
    </tr>
  </table> `;
}

const plainMark = (accent: string): Html =>
  html`<tr>
      <td height="13" bgcolor="${accent}" style="height:13px;line-height:1px;font-size:1px">&nbsp;</td>
    </tr>
    <tr>
      <td height="9" bgcolor="${darker(accent)}" style="height:9px;line-height:1px;font-size:1px">&nbsp;</td>
    </tr>`;

const letterMark = (accent: string, letters: string): Html =>
  html`<tr>
    <td
      height="22"
      align="center"
      bgcolor="${accent}"
      style="height:22px;line-height:22px;font-size:12px;font-weight:700;color:${textOn(accent)}"
    >
      ${letters}
    </td>
  </tr>`;

function blockHtml(block: Block, accent: string): Html {
  switch (block.kind) {
    case "text":
      return html`<p>${block.text}</p> `;
    case "code":
      return html`<p class="code">${block.code}</p> `;
    case "action":
      return html`<table class="action" role="presentation" border="0" cellspacing="0" cellpadding="0">
          <tr>
            <td bgcolor="${accent}" style="mso-padding-alt:12px 20px">
              <a href="${block.link}" style="color:${textOn(accent)}">${block.label}</a>
            </td>
          </tr>
        </table>
        <p class="small">${block.link}</p> `;
    case "facts":
      return html`<table class="facts">
        ${block.facts.map(
          ([name, value]) =>
            html`<tr>
              <th>${name}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </table> `;
  }
}

/** The lower part of the mark: the accent under black at 22 %, as the portal draws it. */
function darker(accent: string): string {
  const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(accent.slice(at, at + 2), 16) * 0.78));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns black or white, whichever has more contrast with a color. */
export function textOn(accent: string): "#000000" | "#ffffff" {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(accent.slice(at, at + 2), 16) / 255));
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  // WCAG contrast: (L + 0.05) / 0.05 for black, 1.05 / (L + 0.05) for white.
  return (luminance + 0.05) ** 2 > 0.05 * 1.05 ? "#000000" : "#ffffff";
}

function linear(channel: number): number {
  return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

import Pdf from "pdfkit";
import type { Line, Style, Typesetting } from "./typesetting.ts";

export const MARGIN = 50;
/** A4, in points. */
export const RIGHT = 595 - MARGIN;
/** Lowest position of the text; only the footer is below. */
const BOTTOM = 750;
const LEADING = 1.35;
const RULE = "#c9c9c9";

/** Letters whose form does not depend on their neighbors. */
const SIMPLE = /^[\p{Script=Latin}\p{Script=Han}\d\s\p{P}\p{S}]*$/u;

export interface Written extends Style {
  readonly color: string;
  readonly align?: "left" | "right" | "center";
}

/** Where a text goes: left edge, top, and the width in which its lines end. */
export type Box = readonly [left: number, top: number, width: number];

/** Draws text of every script and the few shapes of a paper. `top` is where the next text goes. */
export class Page {
  top = MARGIN;
  readonly #document: InstanceType<typeof Pdf>;
  readonly #setting: Typesetting;
  readonly #parts: Buffer[] = [];
  /** Names of the fonts that the file holds. */
  readonly #fonts = new Map<Line["runs"][number]["font"], string>();

  constructor(setting: Typesetting, info: { readonly title: string; readonly author: string; readonly created: Date }) {
    const { title: Title, author: Author, created: CreationDate } = info;
    this.#setting = setting;
    this.#document = new Pdf({
      size: "A4",
      margin: 0,
      bufferPages: true,
      lang: "en",
      info: { Title, Author, CreationDate },
    });
    this.#document.on("data", (part: Buffer) => this.#parts.push(part));
  }

  /** Returns the height that a text takes. */
  height(text: string, style: Style, width: number): number {
    return this.#setting.lines(text, style, width).length * style.size * LEADING;
  }

  /** Begins another page if less than `height` is left on this one. Returns true if it did. */
  makeRoom(height: number): boolean {
    if (this.top + height <= BOTTOM) return false;
    this.#document.addPage();
    this.top = MARGIN;
    return true;
  }

  /** Writes a text into a box. Returns where the next line goes. */
  write(text: string, style: Written, [left, top, width]: Box): number {
    let next = top;
    for (const line of this.#setting.lines(text, style, width)) {
      const room = width - line.width;
      const offset = { left: 0, center: room / 2, right: room }[style.align ?? "left"];
      this.#draw(line, style, [left + offset, next + style.size]);
      next += style.size * LEADING;
    }
    return next;
  }

  /** Writes a text below what was written, and on the next pages if it is long. */
  flow(text: string, style: Written, [left, width]: readonly [left: number, width: number], link?: string): void {
    for (const line of this.#setting.lines(text, style, width)) {
      const height = style.size * LEADING;
      this.makeRoom(height);
      this.#draw(line, style, [left, this.top + style.size]);
      if (link !== undefined) this.#document.link(left, this.top, line.width, height, link);
      this.top += height;
    }
  }

  rule(from: number, top: number): void {
    this.#document.moveTo(from, top).lineTo(RIGHT, top).lineWidth(0.5).strokeColor(RULE).stroke();
  }

  /** A square of a color; its lower part is darker if `isFooted`. */
  square(color: string, side: number, isFooted: boolean): void {
    const document = this.#document;
    document.save().roundedRect(MARGIN, MARGIN, side, side, 6).clip();
    document.rect(MARGIN, MARGIN, side, side).fill(color);
    const band = MARGIN + (side * 13) / 22;
    const foot = document.rect(MARGIN, band, side, MARGIN + side - band);
    if (isFooted) foot.fillOpacity(0.22).fill("#000000");
    document.restore();
  }

  /** Writes something on every page, and returns the file. */
  async end(foot: (page: number, pages: number) => void): Promise<Buffer> {
    const document = this.#document;
    const { count } = document.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      document.switchToPage(index);
      foot(index + 1, count);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    document.on("end", () => resolve(Buffer.concat(this.#parts)));
    document.on("error", reject);
    document.end();
    return await promise;
  }

  #draw({ runs }: Line, { size, color }: Written, [left, baseline]: readonly [number, number]): void {
    let at = left;
    for (const { text, font, width } of runs) {
      const placed = { lineBreak: false, baseline: "alphabetic" } as const;
      // With features, PDFKit shapes the run as a whole, otherwise each word once.
      const how = SIMPLE.test(text) ? placed : { ...placed, features: [] as [] };
      this.#document.font(this.#nameOf(font)).fontSize(size).fillColor(color).text(text, at, baseline, how);
      at += width;
    }
  }

  #nameOf(font: Line["runs"][number]["font"]): string {
    const name = this.#fonts.get(font) ?? `font ${this.#fonts.size}`;
    // A font without a name would be stored with each text. PDFKit's types do not know that it takes opened fonts.
    if (!this.#fonts.has(font)) this.#document.registerFont(name, font as unknown as Buffer);
    this.#fonts.set(font, name);
    return name;
  }
}

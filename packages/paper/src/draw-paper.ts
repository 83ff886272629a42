import { inkOn } from "@foyer/domain/accent";
import { type Box, MARGIN, Page, RIGHT, type Written } from "./page.ts";
import type { PaperFacts, PaperLine } from "./paper-facts.ts";
import { Typesetting } from "./typesetting.ts";

const WIDTH = RIGHT - MARGIN;
const INK = "#1a1a1a";
const QUIET = "#5c5c5c";
const TEXT: Written = { size: 9.5, weight: 400, color: INK };
const BOLD: Written = { ...TEXT, weight: 700 };
const LABEL: Written = { ...TEXT, color: QUIET };
const SMALL: Written = { ...LABEL, size: 8 };
const FACTS_LEFT = 345;
const SUM_NAMES = [255, 165] as const;
const AMOUNTS = [425, RIGHT - 425] as const;

type Cell = keyof PaperLine;
/** Left edge and width of each column: with time and quantity, or without. */
const COLUMNS: Readonly<Record<"full" | "short", readonly (readonly [Cell, number, number])[]>> = {
  full: [
    ["description", 50, 195],
    ["period", 252, 148],
    ["quantity", 402, 43],
    ["amount", 450, 95],
  ],
  short: [
    ["description", 50, 365],
    ["amount", ...AMOUNTS],
  ],
};
const HEAD: PaperLine = { description: "Description", period: "Period", quantity: "Quantity", amount: "Amount" };

const isRight = (cell: Cell): boolean => cell === "amount" || cell === "quantity";

/** The mark of the portal and the mails: the seller's color, the lower part darker, or letters. */
function mark(page: Page, accent: string, letters: string | undefined): void {
  const side = 24;
  page.square(accent, side, letters === undefined);
  const style: Written = { size: 12, weight: 700, color: inkOn(accent), align: "center" };
  if (letters !== undefined) page.write(letters, style, [MARGIN, MARGIN + 5.5, side]);
}

function sender(page: Page, { seller: [name = "", ...address], accent, mark: letters }: PaperFacts): number {
  if (accent !== null) mark(page, accent, letters);
  const left = accent === null ? MARGIN : MARGIN + 34;
  const named = page.write(name, { ...BOLD, size: 13 }, [left, MARGIN + 4, 280 - (left - MARGIN)]);
  return address.reduce((top, line) => page.write(line, LABEL, [MARGIN, top, 280]), named + 8);
}

function heading(page: Page, { kind, heading: pairs }: PaperFacts): number {
  let top = page.write(kind, { ...BOLD, size: 22, align: "right" }, [FACTS_LEFT, MARGIN - 4, RIGHT - FACTS_LEFT]) + 6;
  for (const [name, value] of pairs) {
    const named = page.write(name, LABEL, [FACTS_LEFT, top, 60]);
    const box: Box = [FACTS_LEFT + 60, top, RIGHT - FACTS_LEFT - 60];
    top = Math.max(named, page.write(value, { ...TEXT, align: "right" }, box));
  }
  return top;
}

function buyer(page: Page, { buyerTitle, buyer: lines }: PaperFacts): void {
  page.flow(buyerTitle, LABEL, [MARGIN, 300]);
  page.top += 2;
  const written = lines.length > 0 ? lines : ["No name was given."];
  for (const [at, line] of written.entries()) page.flow(line, at === 0 ? BOLD : TEXT, [MARGIN, 300]);
}

function row(page: Page, line: PaperLine, columns: (typeof COLUMNS)["full"], style: Written): void {
  const { top } = page;
  const ends = columns.map(([cell, left, width]) =>
    page.write(line[cell] ?? "", { ...style, align: isRight(cell) ? "right" : "left" }, [left, top, width]),
  );
  page.top = Math.max(...ends) + 4.5;
}

function table(page: Page, { subject, lines }: PaperFacts): void {
  if (subject !== null) page.flow(subject, { ...BOLD, size: 11 }, [MARGIN, WIDTH]);
  const columns = COLUMNS[lines.some(({ period }) => period !== undefined) ? "full" : "short"];
  const head = (): void => {
    page.top += 8;
    row(page, HEAD, columns, LABEL);
    ruled(page, MARGIN);
  };
  head();
  for (const line of lines) {
    const heights = columns.map(([cell, , width]) => page.height(line[cell] ?? "", TEXT, width));
    if (page.makeRoom(Math.max(...heights))) head();
    row(page, line, columns, TEXT);
  }
  ruled(page, MARGIN);
}

function ruled(page: Page, from: number): void {
  page.rule(from, page.top);
  page.top += 7;
}

function sums(page: Page, { sums: list, notes }: PaperFacts): void {
  page.makeRoom(list.length * 20);
  for (const [name, amount] of list) {
    if (name === "Total") ruled(page, SUM_NAMES[0]);
    const style = name === "Total" || name === "Amount due" ? BOLD : TEXT;
    const named = page.write(name, style, [SUM_NAMES[0], page.top, SUM_NAMES[1]]);
    const written = page.write(amount, { ...style, align: "right" }, [AMOUNTS[0], page.top, AMOUNTS[1]]);
    page.top = Math.max(named, written) + 4;
  }
  page.top += 14;
  for (const note of notes) {
    page.flow(note, TEXT, [MARGIN, WIDTH], /https?:\/\/\S+/.exec(note)?.[0]);
    page.top += 5;
  }
}

/** Keeps the order of values when one of them is written from right to left. */
const isolated = (value: string): string => `\u2068${value}\u2069`;

/** Draws a paper as a PDF. `created` makes the same paper the same bytes. */
export async function drawPaper(facts: PaperFacts, created: Date): Promise<Buffer> {
  const { title, seller, foot } = facts;
  const setting = await Typesetting.of([JSON.stringify([facts, HEAD]), `${title}, page 0123456789 of ·`]);
  const page = new Page(setting, { title, author: seller[0] ?? "", created });
  page.top = Math.max(heading(page, facts), sender(page, facts)) + 24;
  buyer(page, facts);
  page.top += 22;
  table(page, facts);
  sums(page, facts);
  return await page.end((number, count) => {
    page.write(seller.map(isolated).join(" · "), SMALL, [MARGIN, 776, WIDTH]);
    if (foot !== null) page.write(foot, SMALL, [MARGIN, 800, WIDTH / 2]);
    page.write(`${title}, page ${number} of ${count}`, { ...SMALL, align: "right" }, [
      MARGIN + WIDTH / 2,
      800,
      WIDTH / 2,
    ]);
  });
}

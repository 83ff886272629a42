import { setTimeout as pause } from "node:timers/promises";
import { pdfText } from "@foyer/testing/pdf-text";
import { expect, test } from "vitest";
import { type PaperFacts, paperPdf } from "./paper.ts";

const facts = (buyer: readonly string[]): PaperFacts => ({
  kind: "Invoice",
  title: "Invoice F-1",
  seller: ["Hafen · נמל", "1 Quay"],
  accent: null,
  heading: [["Number", "F-1"]],
  buyerTitle: "Bill to",
  buyer,
  subject: null,
  lines: [{ description: "5 seats", amount: "€50.00" }],
  sums: [["Total", "€50.00"]],
  notes: [],
  foot: null,
});
const textOf = async (buyer: readonly string[]): Promise<string> => pdfText(await paperPdf(facts(buyer), new Date(0)));

test("DOC-18 a paper has every letter of its buyer, whatever the script (FAULT-08)", async () => {
  const buyer = [
    "株式会社サンプル 髙島屋 東京都千代田区",
    "上海市浦东新区有限公司",
    "臺北市信義區",
    "서울특별시 주식회사",
    "Łódź Čapek Đorđević İstanbul Ñandú Þór ẞ",
    "ООО «Ромашка» Ґрунт Ұлт",
    "Ελληνική Εταιρεία Ἀθῆναι",
    "Công ty Đặng Thị Ửng",
    "Հայաստան საქართველო",
    "№ ™ ½ ₹ 12 % – “x”",
  ];
  const text = await textOf(buyer);
  for (const line of buyer) expect(text).toContain(line);
});

test("DOC-18 right-to-left text is shaped, in order, and copies as it was written (FAULT-08)", async () => {
  const buyer = ["شركة الأمل للتجارة والاستيراد", "شرکت پژوهشی گچساران", "חברת התקווה בעמ", "Beit חברה Ltd"];
  const text = await textOf(buyer);
  for (const word of buyer.flatMap((line) => line.split(" "))) expect(text).toContain(word);
  for (const line of buyer.slice(0, 3)) expect(text).toContain(line);
  // A foreign name does not carry the next value of the line over to its other side.
  expect(text.replaceAll(/\s+/g, " ")).toMatch(/Hafen .*נמל.*1 Quay Invoice F-1/);
});

test("DOC-18 letters joined from parts are one letter, and what no font has is named (FAULT-08)", async () => {
  const text = await textOf(["Ju\u0308rgen O\u0328zi\u0301\u200b\u00ad", "Team 😀\tNorth\nWing"]);
  expect(text).toContain("Jürgen Ǫzí");
  expect(text).toContain("Team [U+1F600] North Wing");
});

test("DOC-18 long names and addresses are wrapped, and a very long one goes on to the next page (FAULT-08)", async () => {
  const word = "Donaudampfschifffahrtsgesellschaft".repeat(8);
  const long = `${word} Handels und Beteiligungsgesellschaft mbH & Co. KG`;
  const text = await textOf([long, "株式会社".repeat(90), ...Array.from({ length: 60 }, (_, at) => `Line ${at}.`)]);
  expect(text.replaceAll(/\s/g, "")).toContain(long.replaceAll(" ", ""));
  expect(text.replaceAll(/\s/g, "")).toContain("株式会社".repeat(90));
  expect(text).toContain("Line 59.");
  expect(text).toContain("page 2 of 2");
  for (const line of text.split("\n")) expect(line.length).toBeLessThan(90);
});

test("DOC-18 the same paper is the same bytes, and drawing many does not hold the event loop (FAULT-28)", async () => {
  const first = await paperPdf(facts(["Maya"]), new Date(0));
  let done = 0;
  const papers = Array.from({ length: 40 }, async () => {
    const paper = await paperPdf(facts(["Maya"]), new Date(0));
    done += 1;
    return paper;
  });
  let turns = 0;
  for (; done < papers.length; turns += 1) await pause(1);
  for (const paper of await Promise.all(papers)) expect(paper.equals(first)).toBe(true);
  // Drawn in this thread, each paper would leave one turn.
  expect(turns).toBeGreaterThan(3 * papers.length);
});

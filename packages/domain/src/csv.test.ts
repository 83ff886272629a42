import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAddresses } from "./address-file.ts";
import { csvCell, parseCsv, writeCsv } from "./csv.ts";

describe("R-47 writing", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+49 170", "'+49 170"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["  =1+1", "'  =1+1"],
    ["\u0000=1", "'\u0000=1"],
    ["\u200B=1", "'\u200B=1"],
    ["＝1+1", "'＝1+1"],
    ["\t=1", `"'\t=1"`],
    ["\r\nx", `"'\r\nx"`],
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ])("R-47 %j is no formula: %j", (text, expected) => expect(csvCell(text)).toBe(expected));

  test.each([
    ["maria@example.com", "maria@example.com"],
    ["-3.10", "-3.10"],
    ["42", "42"],
    ["", ""],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    [" padded ", '" padded "'],
    ["O'Brien", "O'Brien"],
  ])("%j is written as %j", (text, expected) => expect(csvCell(text)).toBe(expected));

  test("rows end in CRLF, after a byte order mark", () => {
    expect(
      writeCsv([
        ["User", "Email"],
        ["Ines", "i@x.de"],
      ]),
    ).toBe("\uFEFFUser,Email\r\nInes,i@x.de\r\n");
  });

  test("R-47 no cell that a spreadsheet reads starts a formula", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("=", "+", "-", "@", "\t", " ", "1", "a", '"', "\u0000"), { maxLength: 6 }),
        (list) => {
          const read = parseCsv(writeCsv([[list.join(""), "end"]]))[0]?.[0] ?? "";
          expect(/^-?\d+(\.\d+)?$/.test(read) || !/^[\s\p{Cc}]*[=+\-@]/u.test(read)).toBe(true);
        },
      ),
    );
  });
});

describe("reading", () => {
  test.each<[string, string, string[][]]>([
    [
      "commas",
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "semicolons",
      "a;b, or c\nd;e",
      [
        ["a", "b, or c"],
        ["d", "e"],
      ],
    ],
    [
      "tabs",
      "a\tb\nc\td",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a byte order mark", "\uFEFFa,b", [["a", "b"]]],
    ["quotes", '"a,1","say ""hi""","two\r\nlines"', [["a,1", 'say "hi"', "two\r\nlines"]]],
    ["an unclosed quote", 'a,"b\nc', [["a", "b\nc"]]],
    ["old line ends and empty rows", "a\r\r\n\n,\nb\r", [["a"], ["b"]]],
    ["empty cells at the end", "a,b,\n", [["a", "b", ""]]],
    ["white space around", " a , b ", [["a", "b"]]],
    ["text behind a quote", '"a" x,b', [["ax", "b"]]],
    ["nothing", "", []],
  ])("tolerates %s", (_, text, expected) => expect(parseCsv(text)).toEqual(expected));

  test("written text is read back unchanged", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "b", ",", ";", '"', "\n", "\r", "\t", " ", "'", "1") });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const kept = rows.map((row) => ["x", ...row]);
        const read = parseCsv(writeCsv(kept));
        const shown = kept.map((row) => row.map((each) => (/^[\t\r\n]/.test(each) ? `'${each}` : each)));
        expect(read).toEqual(shown);
      }),
      { numRuns: 500 },
    );
  });

  test("a large file, or a long unclosed quote, is read quickly", () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `Name ${index},p${index}@example.com`).join("\n");
    expect(parseCsv(rows)).toHaveLength(20_000);
    expect(parseCsv(`"${'x""\n'.repeat(200_000)}`)).toHaveLength(1);
  });
});

describe("files of addresses", () => {
  test.each<[string, string, string[]]>([
    ["a column named for it", "Name;E-Mail;Team\nInes;i@x.de;A\nHugo;h@x.de;B", ["i@x.de", "h@x.de"]],
    ["a named column with a fault in it", "name,email\nInes,i@x.de\nHugo,nonsense", ["i@x.de", "nonsense"]],
    ["the one column that holds addresses", "Ines,i@x.de\nHugo,h@x.de\nEva,oops", ["i@x.de", "h@x.de", "oops"]],
    ["one address a line", "i@x.de\nh@x.de\n", ["i@x.de", "h@x.de"]],
    ["a list in one line", "i@x.de, h@x.de , e@x.de", ["i@x.de", "h@x.de", "e@x.de"]],
    ["words between", "i@x.de h@x.de\nrubbish", ["i@x.de", "h@x.de", "rubbish"]],
    ["names around addresses", '"Lopez, Ines" <i@x.de>\nHugo <h@x.de>', ["i@x.de", "h@x.de"]],
    ["nothing", "\n\n", []],
  ])("INV-03 %s", (_, text, expected) => expect(readAddresses(text)).toEqual(expected));
});

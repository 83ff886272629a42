import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAddresses } from "./address-file.ts";
import { CsvReader, csvCell, decodeText, parseCsv, writeCsv } from "./csv.ts";

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
  test.each<[string, string, string[]]>([
    ["commas", "a,b\r\nc,d\r\n", ["a|b", "c|d"]],
    ["semicolons", "a;b, or c\nd;e", ["a|b, or c", "d|e"]],
    ["tabs", "a\tb\nc\td", ["a|b", "c|d"]],
    ["a byte order mark", "\uFEFFa,b", ["a|b"]],
    ["quotes", '"a,1","say ""hi""","two\r\nlines"', ['a,1|say "hi"|two\r\nlines']],
    ["an unclosed quote", 'a,"b\nc', ["a|b\nc"]],
    ["old line ends and empty rows", "a\r\r\n\n,\nb\r", ["a", "b"]],
    ["empty cells at the end", "a,b,\n", ["a|b|"]],
    ["white space around", " a , b ", ["a|b"]],
    ["text behind a quote", '"a" x,b', ["ax|b"]],
    ["nothing", "", []],
  ])("tolerates %s", (_, text, expected) => expect(parseCsv(text).map((row) => row.join("|"))).toEqual(expected));

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

  test("MOVE-05 a text in pieces gives the rows of the whole text, each with its line", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", ";", '"', "\n", "\r", "\r\n", '""', " "), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(6), { minLength: 1 }), (body, lengths) => {
        const whole = `x;y\n${body}`;
        const reader = new CsvReader();
        const rows = [];
        for (let at = 0, n = 0; at < whole.length; n += 1) {
          const length = 1 + (lengths[n % lengths.length] ?? 0);
          rows.push(...reader.push(whole.slice(at, at + length)));
          at += length;
        }
        rows.push(...reader.end());
        expect(rows.map(({ cells }) => cells)).toEqual(parseCsv(whole));
        expect(rows.map(({ line }) => line)).toEqual(rows.map(({ line }) => line).toSorted((a, b) => a - b));
      }),
      { numRuns: 1_000 },
    );
    const lines = new CsvReader();
    const told = [...lines.push('sep=;\r\na;"two\r\nlines"\r\n\n'), ...lines.push("b;c\rd;"), ...lines.end()];
    expect(told).toEqual([
      { line: 2, cells: ["a", "two\r\nlines"] },
      { line: 5, cells: ["b", "c"] },
      { line: 6, cells: ["d", ""] },
    ]);
  });

  test("a large file, or a long unclosed quote, is read quickly", () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `Name ${index},p${index}@example.com`).join("\n");
    expect(parseCsv(rows)).toHaveLength(20_000);
    expect(parseCsv(`"${'x""\n'.repeat(200_000)}`)).toHaveLength(1);
  });
});

describe("files of addresses", () => {
  const read = (text: string) => readAddresses(text).entries;
  const asked = (text: string) => readAddresses(text).choice?.columns;

  test.each<[string, string, string[]]>([
    ["a column named for it", "Name;E-Mail;Team\nInes;i@x.de;A\nHugo;h@x.de;B", ["i@x.de", "h@x.de"]],
    ["a named column with a fault in it", "name,email\nInes,i@x.de\nHugo,nonsense", ["i@x.de", "nonsense"]],
    ["the one column that holds addresses", "Ines,i@x.de\nHugo,h@x.de\nEva,oops", ["i@x.de", "h@x.de", "oops"]],
    ["a name and a tab before the address of one person", "Anna Ray\tanna@x.de", ["anna@x.de"]],
    ["first and last name before an address", "Anna\tRay\tanna@x.de\nBo\tLee\tbo@x.de", ["anna@x.de", "bo@x.de"]],
    ["a name and a comma before the address of one person", "Anna Ray, anna@x.de", ["anna@x.de"]],
    ["a word that is no address between addresses", "i@x.de, nonsense, h@x.de", ["i@x.de", "nonsense", "h@x.de"]],
    ["a word that is no address after one", "i@x.de, nonsense", ["i@x.de", "nonsense"]],
    ["one address a line", "i@x.de\nh@x.de\n", ["i@x.de", "h@x.de"]],
    ["a list in one line", "i@x.de, h@x.de , e@x.de", ["i@x.de", "h@x.de", "e@x.de"]],
    ["words between", "i@x.de h@x.de\nrubbish", ["i@x.de", "h@x.de", "rubbish"]],
    ["names around addresses", '"Lopez, Ines" <i@x.de>\nHugo <h@x.de>', ["i@x.de", "h@x.de"]],
    [
      "names with commas below semicolons",
      "Name;E-mail\nLopez, Ines, Dr.;i@x.de\nRay, Hugo;h@x.de",
      ["i@x.de", "h@x.de"],
    ],
    ["a declared separator", "sep=;\r\nName;E-mail\r\nInes;i@x.de\r\n", ["i@x.de"]],
    [
      "a title above the headings",
      "Staff of HR (hr@x.de)\n\nName,Work Email,Notes\nInes,i@x.de,ask b@x.de",
      ["i@x.de"],
    ],
    [
      "another separator in each line",
      "Anna <a@x.de>, nonsense\nb@x.de\nc@x.de; d@x.de",
      ["a@x.de", "nonsense", "b@x.de", "c@x.de", "d@x.de"],
    ],
    ["nothing", "\n\n", []],
  ])("INV-03 %s", (_, text, expected) => expect(read(text)).toEqual(expected));

  test.each([
    // Outlook and Google in their languages, Excel, and tools for human resources.
    "E-mail Address",
    "E-Mail Address",
    "Email",
    "e-mail",
    "E-mail 1 - Value",
    "Email Address [Required]",
    "EMAIL ADDRESS",
    "Work Email",
    "E-Mail-Adresse",
    "E‑Mail‑Adresse",
    "Mailadresse",
    "Adresse de messagerie",
    "Adresse e-mail",
    "Courriel",
    "Adresse électronique",
    "Dirección de correo electrónico",
    "Correo electrónico",
    "CORREO ELECTRONICO",
    "Indirizzo posta elettronica",
    "Indirizzo e-mail",
    "Endereço de correio electrónico",
    "Endereço de e-mail",
    "E-mailadres",
    "E-postadress",
    "E-post",
    "E-mailadresse",
    "E-postadresse",
    "Sähköpostiosoite",
    "Sähköposti",
    "Adres e-mail",
    "Adres poczty elektronicznej",
    "E-mailová adresa",
    "Elektronická pošta",
    "電子メール アドレス",
    "メールアドレス",
    "Ｅメール",
    "电子邮件地址",
    "邮箱",
    "電子郵件地址",
    "전자 메일 주소",
    "이메일",
    "Professional e-mail",
    "会社メールアドレス",
  ])("INV-03 the column “%s” alone is read, in every language, and no other cell (FAULT-12)", (heading) => {
    for (const separator of [",", ";", "\t"]) {
      const row = (...cells: string[]) => `"${cells.join(`"${separator}"`)}"\r\n`;
      const text =
        row("Name", heading, "E-mail Display Name", "Notes", "Type") +
        row("Ines", "i@x.de", "Ines (old@x.de)", "reports to boss@x.de", "SMTP") +
        row("Hugo", "h@x.de", "hugo@display.example", "b@x.de", "SMTP");
      const { entries, choice } = readAddresses(text);
      // Work Email alone is no exact name, so a second column named for mail makes it a question.
      if (choice === null) expect(entries).toEqual(["i@x.de", "h@x.de"]);
      else expect([entries, choice.columns.includes(1)]).toEqual([[], true]);
      expect(read(row("Name", heading, "Notes") + row("Ines", "i@x.de", "boss@x.de, b@x.de"))).toEqual(["i@x.de"]);
    }
  });

  test("INV-03 an Outlook export invites neither display names nor notes, nor second addresses (FAULT-12)", () => {
    const text =
      "Name,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Notes\r\n" +
      'Ines,i@x.de,SMTP,"Ines (ines@old.example)",i2@x.de,"met at fair, wrote to fair@x.de"\r\n' +
      "Hugo,h@x.de,SMTP,hugo@old.example,,boss@x.de\r\n";
    expect(read(text)).toEqual(["i@x.de", "h@x.de"]);
  });

  test.each([
    ["Work Email,Manager Email", "i@x.de,boss@x.de", [0, 1]],
    ["Name,Work Email,Personal Email", "Ines,i@x.de,i@home.example", [1, 2]],
    ["Name,E-Mail,Email", "Ines,i@x.de,i@y.de", [1, 2]],
    ["Name,Manager Email", "Ines,boss@x.de", [1]],
    ["Name,Vorgesetzter (E-Mail),Benutzer", "Ines,boss@x.de,i@x.de", [1, 2]],
    ["Name,Manager,Notes", "Ines,boss@x.de,none", [1]],
    ["Name,Email,Notes", "Ines,,boss@x.de", [2]],
    ["Name,Notes,Remarks", "Ines,see i@x.de,or b@x.de", [1, 2]],
    ["Ines,i@x.de,boss@x.de", "Hugo,h@x.de,boss@x.de", [1, 2]],
  ])("INV-03 of %s nobody is invited before the person chose a column (FAULT-12)", (first, second, columns) => {
    const text = `${first}\n${second}\n`;
    expect([read(text), asked(text)]).toEqual([[], columns]);
    const chosen = readAddresses(text, columns[0]);
    expect([chosen.entries.length > 0, chosen.choice]).toEqual([true, null]);
    // A column that was not offered is no answer.
    expect(readAddresses(text, 7).choice).not.toBeNull();
  });

  test("INV-03 the question shows the headings and the first rows (FAULT-12)", () => {
    const rows = ["a", "b", "c", "d"].map((name) => `${name}@x.de,boss@x.de`);
    expect(readAddresses(`Work Email,Manager Email\n${rows.join("\n")}`).choice).toEqual({
      columns: [0, 1],
      headings: ["Work Email", "Manager Email"],
      rows: rows.slice(0, 3).map((row) => row.split(",")),
    });
  });

  test("INV-03 a table with headings is never read cell by cell, whatever its columns are called (FAULT-12)", () => {
    const word = fc.constantFrom("Name", "Team", "Work Email", "Notes", "Manager", "Owner mail", "Email", "Chef", "");
    const cell = fc.constantFrom("", "Ines", "x@own.example", "see y@other.example", "a@b.example, c@d.example");
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 2, maxLength: 4 }),
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 })),
        (headings, rows) => {
          fc.pre(headings.filter((each) => each !== "").length > 1);
          const kept = rows.map((row) => row.slice(0, headings.length));
          const { entries } = readAddresses(writeCsv([headings, ...kept]));
          const columns = headings.map((_, at) =>
            kept.map((row) => (row[at] ?? "").trim()).filter((each) => each !== ""),
          );
          if (kept.flat().some((each) => each.includes("@")))
            expect([[], ...columns].some((column) => column.join("|") === entries.join("|"))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("R-27 encodings", () => {
  const text = "Name;E-Mail\r\nJörg;jörg@bücher.example\r\n";
  const utf16 = (isLittle: boolean) => {
    const bytes = new Uint8Array(2 * (text.length + 1));
    Array.from(`\uFEFF${text}`).forEach((letter, at) =>
      new DataView(bytes.buffer).setUint16(2 * at, letter.charCodeAt(0), isLittle),
    );
    return bytes;
  };
  const utf8 = new TextEncoder().encode(text);
  test.each<[string, Uint8Array]>([
    ["UTF-8", utf8],
    ["UTF-8 with a byte order mark", Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8)],
    ["UTF-16 little endian", utf16(true)],
    ["UTF-16 big endian", utf16(false)],
    ["Windows-1252", Uint8Array.from(text, (letter) => letter.charCodeAt(0))],
  ])("R-27 %s is decoded, so that no letter becomes U+FFFD (FAULT-15)", (_, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test("R-27 the euro sign and the dash of Windows-1252 are decoded (FAULT-15)", () => {
    expect(decodeText(Uint8Array.of(0x80, 0x20, 0x96, 0x20, 0x8a))).toBe("€ – Š");
  });
});

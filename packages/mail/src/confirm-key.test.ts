import { expect, test } from "vitest";
import { confirmKeyMail } from "./confirm-key.ts";
import type { MailBrand } from "./message.ts";

test.each(["Fernhill Software", "Fernhillsoftware"])(
  "ACC-08 the confirm key's mail contains the key alone on a line, and no other word alone: %s",
  (company) => {
    const brand: MailBrand = {
      provider: company,
      accountsTitle: `${company} Accounts`,
      company,
      accent: "#2f6f4f",
      contacts: { support: "support@fernhill.example" },
      links: { support: "https://fernhill.example/support" },
      seller: { address: ["Fernhill"] },
    };
    const { text } = confirmKeyMail(brand, { key: "K7QM-92XD", minutes: 60 });
    expect(text.split("\n").filter((line) => /^\S{3,}$/.test(line))).toEqual(["K7QM-92XD"]);
  },
);

import { expect, test } from "vitest";
import { securityTxt } from "./security-txt.ts";

const now = new Date("2026-11-27T22:15:00Z");
const site = { origin: "https://mugen.example", now };

test("security.txt has what RFC 9116 wants, the email where there is one, and ends within a year", () => {
  expect(securityTxt({ ...site, email: "help@mugen.example" })).toBe(
    [
      "Contact: mailto:help@mugen.example",
      "Contact: https://mugen.example/contact",
      "Expires: 2027-05-28T00:00:00Z",
      "Preferred-Languages: ja, en",
      "Canonical: https://mugen.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
  expect(securityTxt({ ...site, email: undefined })).toMatch(/^Contact: https:/);
  const line = /^Expires: (.+)$/m.exec(securityTxt({ ...site, email: undefined }))?.[1] ?? "";
  const days = (Date.parse(line) - now.getTime()) / 86_400_000;
  expect([days > 30, days < 366]).toEqual([true, true]);
});

import { readFileSync } from "node:fs";
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { auditLog, emailTexts } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { withDatabase } from "#test/database.ts";
import { emailLayout } from "./email-layout.ts";
import { checkEmailText, placeNames } from "./email-text.ts";
import {
  currentEmailTexts,
  findEditable,
  findEmailTextVersion,
  listEmailTextVersions,
  renderEmail,
  saveEmailText,
} from "./email-texts.server.ts";
import { isTemplateName, type TemplateName, templates } from "./templates.ts";

withDatabase();

const actor = { kind: "admin", name: "花" } as const;
const site = { origin: "https://mugen.example" };
const names = Object.keys(templates).filter((name): name is TemplateName => isTemplateName(name));
const editable = names.flatMap((name) => (templates[name].editable ? [name] : []));

test("all emails can be changed but those to operators and those that guard a sign-in", () => {
  const fixed = names.filter((name) => !editable.includes(name)).sort();
  expect(fixed, "a new email is made by defineEditableEmail, or says here that its text is fixed").toEqual([
    "contact",
    "morning",
    "objection",
    "operator-alert",
    "sign-in-move-awaited",
    "sign-in-move-begun",
    "sign-in-move-ended",
    "sign-in-moved",
    "track-report",
  ]);
  expect(() => findEditable("contact")).toThrow(NotFound);
  expect(() => findEditable("toString")).toThrow(NotFound);
});

test.each(names)("%s: its example makes an email, with a note", (name) => {
  const email = templates[name].render(templates[name].example, site);
  const { subject, text, html } = emailLayout(email, site);
  for (const shown of [subject, text, html]) expect(shown).not.toContain("undefined");
  expect([templates[name].label, email.note]).not.toContain("");
});

test.each(editable)("%s: its own text can be used, and its example fills every place", (name) => {
  const { text, places } = findEditable(name).editable;
  expect(checkEmailText(text, places)).toEqual({});
  const email = templates[name].render(templates[name].example, site);
  const { subject, text: plain, html } = emailLayout(email, site);
  const body = html.slice(html.indexOf("<body"));
  for (const shown of [subject, plain, body]) expect(shown).not.toMatch(placeNames);
  // What must be there is in the text from the beginning.
  for (const [place, { kind }] of Object.entries(places))
    if (kind === "block") expect(text.body).toContain(`{${place}}`);
});

test("an email has the colours of the site, light and dark", () => {
  const tokens = readFileSync("app/styles/tokens.css", "utf8");
  const { example } = templates["track-withheld"];
  const { html } = emailLayout(templates["track-withheld"].render(example, site), site);
  const colors = new Set(html.match(/#[0-9A-F]{6}\b/g)?.map((color) => color.toLowerCase()));
  expect(colors.size).toBeGreaterThan(10);
  expect([...colors].filter((color) => !tokens.includes(color))).toEqual([]);
});

test("the address that stops an email is a link, and its days are dates", () => {
  const { example } = templates.weekly;
  const { text, html } = emailLayout(templates.weekly.render(example, site), site);
  const address = `https://mugen.example/insights?stop=${"x".repeat(32)}`;
  expect(html).toContain(`href="${address}" style="color:#625D69">${address}</a></p>`);
  expect(text).toContain("2026年11月16日から2026年11月22日までに");
});

const { places } = findEditable("account-denied").editable;
const own = {
  subject: "{名前}へ",
  heading: "ご利用について",
  body: "{名前}、こんにちは。\n\n{理由}\n\n{お問い合わせのリンク}",
};

test.each([
  ["an unknown place", { body: `${own.body}\n\n{名まえ}` }, "body", "{名まえ}という差し込みはありません"],
  ["an unknown place in the subject", { subject: "{name}へ" }, "subject", "{name}という差し込みはありません"],
  ["a block in the subject", { subject: "{理由}" }, "subject", "{理由}は、本文だけで使えます"],
  ["a missing reason", { body: "{お問い合わせのリンク}" }, "body", "{理由}がありません"],
  [
    "a reason within a sentence",
    { body: own.body.replace("{理由}", "理由は{理由}です") },
    "body",
    "それだけの行",
  ],
  ["a reason twice", { body: `${own.body}\n\n{理由}` }, "body", "1か所だけ"],
  ["a place of the prototype", { body: `${own.body}\n\n{toString}` }, "body", "{toString}という差し込み"],
] as const)("%s is refused with what is wrong", async (_, change, field, message) => {
  const text = { ...own, ...change };
  expect(checkEmailText(text, places)[field]?.join()).toContain(message);
  const saving = saveEmailText({ actor, template: "account-denied", text, base: 0 });
  await expect(saving).rejects.toThrow(Invalid);
  expect((await currentEmailTexts()).has("account-denied")).toBe(false);
});

test("a text is used from its save on, version by version, until the program's own is put back", async () => {
  const template = "account-restored";
  const values = { name: "夜野 {名前} $&" };
  const original = await renderEmail(template, values, site);
  const text = {
    subject: "{名前}、おかえりなさい",
    heading: "おかえり",
    body: "{名前}\r\n\r\n続きから。\n\n{Mugenのリンク}",
  };
  expect(await saveEmailText({ actor, template, text, base: 0 })).toBe(1);
  const email = await renderEmail(template, values, site);
  expect(email.subject).toBe("夜野 {名前} $& 様、おかえりなさい");
  expect(email.parts).toEqual([
    { kind: "text", text: "夜野 {名前} $& 様" },
    { kind: "text", text: "続きから。" },
    { kind: "link", label: "Mugenを開く", href: "https://mugen.example/" },
  ]);
  // No operator's to change.
  expect(email.note).toBe(original.note);
  expect(emailLayout(email, site).text).toContain("∞ Mugen\nhttps://mugen.example/");

  await expect(saveEmailText({ actor, template, text, base: 0 })).rejects.toThrow(Conflict);
  await expect(saveEmailText({ actor: unrecordableActor, template, text, base: 1 })).rejects.toThrow();
  expect(await saveEmailText({ actor, template, text: null, base: 1 })).toBe(2);
  expect(await renderEmail(template, values, site)).toEqual(original);
  expect(await findEmailTextVersion(template, 1)).toEqual(text);
  await expect(findEmailTextVersion(template, 9)).rejects.toThrow(NotFound);
  expect(
    (await listEmailTextVersions(template)).map(({ version, operatorName }) => [version, operatorName]),
  ).toEqual([
    [2, "花"],
    [1, "花"],
  ]);
  const logged = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, template))
    .orderBy(desc(auditLog.id));
  expect(logged.map(({ action }) => action)).toEqual(["email-text.restore", "email-text.save"]);
  expect(logged[1]).toMatchObject({ before: { version: 0 }, after: { version: 1, subject: text.subject } });
});

test("a text whose places an update has taken away is passed over", async () => {
  const template = "account-approved";
  const values = { name: "夜野" };
  const original = await renderEmail(template, values, site);
  const text = { subject: "{昔の差し込み}", heading: "h", body: "{Mugenのリンク}" };
  const now = new Date();
  await write((tx) =>
    tx.insert(emailTexts).values({ template, version: 1, text, operatorName: "花", createdAt: now }),
  );
  expect(await renderEmail(template, values, site)).toEqual(original);
});

import { beforeAll, expect, test } from "vitest";
import { Client } from "#test/client.ts";
import { sharedServer } from "#test/servers/shared-server.ts";
import { makeDocx, wordParagraph } from "#test/sources/make-sources.ts";

let origin = "";
beforeAll(() => {
  ({ origin } = sharedServer());
});

const send = (client: Client, bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const body = new FormData();
  body.append("file", new File([bytes], name));
  return client.fetch("/sources?flow=v2", { method: "POST", body });
};

test("without JavaScript: a file, its paragraphs to tick, the creation form with those that were chosen", async () => {
  const client = await Client.signedIn(origin, "sources@example.com");
  expect(await (await client.get("/create-post-v2")).text()).toContain('href="/sources?flow=v2"');
  const refused = await send(client, new TextEncoder().encode("{\\rtf1}"), "a.rtf");
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("この形式は読めません。");

  const unread = await client.form("/sources?flow=v2", { intent: "address", address: "https://127.0.0.1/" });
  expect(unread.status).toBe(400);
  expect(await unread.text()).toContain("自分の文章か、使う許可のある文章だけを取り込めます。");
  const local = { intent: "address", address: "https://127.0.0.1/", permitted: "on" };
  expect(await (await client.form("/sources?flow=v2", local)).text()).toContain(
    "だれでも開けるページのアドレス",
  );

  const ruby =
    "<w:p><w:r><w:ruby><w:rt><w:r><w:t>ぎんが</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>銀河</w:t></w:r></w:rubyBase></w:ruby><w:t>の駅。</w:t></w:r></w:p>";
  const file = makeDocx(
    [wordParagraph("第一章", "Heading1"), ruby, wordParagraph("要らない段落。")].join(""),
    {
      title: "夜の本",
    },
  );
  const sent = await send(client, new Uint8Array(file), "夜.docx");
  expect(sent.status).toBe(303);
  const path = sent.headers.get("Location") ?? "";
  expect(path).toMatch(/^\/sources\/[\w-]{16}$/);
  const page = await (await client.get(path)).text();
  expect(page).toContain("<ruby>銀河<rp>（</rp><rt>ぎんが</rt><rp>）</rp></ruby>の駅。");
  expect(page.match(/name="chosen\[\d\]"/g)).toHaveLength(3);
  expect(await (await client.get("/sources?flow=v2")).text()).toContain(path);

  const none = await client.form(path, { intent: "use", page: "0" });
  expect(none.status).toBe(400);
  expect(await none.text()).toContain("使う段落を選んでください。");
  const minutes = await client.form(path, { intent: "minutes", page: "0" });
  const ofAll = await (await client.get(minutes.headers.get("Location") ?? "")).text();
  expect(ofAll).toContain("段落を選んでいないので、全文を使います");
  const used = await client.form(path, { intent: "use", page: "0", "chosen[0]": "on", "chosen[1]": "on" });
  expect(used.status).toBe(303);
  const form = used.headers.get("Location") ?? "";
  const filled = await (await client.get(form)).text();
  expect(filled).toContain("■ 第一章\n\n｜銀河《ぎんが》の駅。</textarea>");
  expect(filled).toContain('value="夜の本"');

  const other = await Client.signedIn(origin, "other-sources@example.com");
  expect((await other.get(path)).status).toBe(404);
  expect(await (await other.get(form)).text()).not.toContain("銀河");
  expect((await other.form(path, { intent: "delete", page: "0" })).status).toBe(404);
  expect((await client.form(path, { intent: "delete", page: "0" })).headers.get("Location")).toBe(
    "/sources?flow=v2",
  );
  expect((await client.get(path)).status).toBe(404);
});

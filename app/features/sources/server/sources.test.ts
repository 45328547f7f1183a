import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Source, SourceBlock } from "#app/engines/sources/source.ts";
import { startOver } from "#app/features/creation/server/start-over.server.ts";
import { Invalid, LimitReached, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { sources } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { pageMessages, pagesOf } from "../sources.ts";
import { readAddress, reserveReading } from "./read-file.server.ts";
import {
  chooseBlocks,
  deleteSource,
  findChosenText,
  findSource,
  listSources,
  removeExpiredSources,
  saveSource,
  saveTypedText,
} from "./sources.server.ts";

withDatabase();

type Member = Awaited<ReturnType<typeof addMember>>;
let viewer: Member;
let other: Member;
beforeAll(async () => {
  viewer = await addMember();
  other = await addMember();
});

const paragraph = (text: string): SourceBlock => ({ kind: "paragraph", text });
const sourceOf = (blocks: SourceBlock[]): Source => ({
  ...{ kind: "markdown", title: "夜の本", omitted: ["tables"], isTruncated: false },
  blocks,
});
const keep = (blocks: SourceBlock[], o: { viewer?: Member; flow?: "v1" | "v2" } = {}) =>
  saveSource({ viewer, flow: "v2", source: sourceOf(blocks), name: "夜.md", ...o });
const long = Array.from({ length: 100 }, (_, at) => paragraph(`${at}。`.padEnd(150, "夜")));
const choose = (
  sourceId: string,
  intent: "use" | "minutes" | "save" | "all" | "none",
  page = 0,
  ticked: number[] = [],
) => {
  const chosen = Array.from({ length: 80 }, (_, at) => (ticked.includes(at) ? "on" : ""));
  return chooseBlocks({ viewer, sourceId, form: { intent, page, chosen } });
};

test("a short text is chosen as a whole, with the signs of headings and lists; nobody else sees it", async () => {
  const sourceId = await keep([
    { kind: "heading", level: 1, text: "夜" },
    paragraph("｜銀河《ぎんが》の話。"),
    { kind: "listItem", text: "ひとつ" },
    { kind: "listItem", text: "ふたつ" },
  ]);
  expect(await findChosenText({ viewer, sourceId })).toEqual({
    title: "夜の本",
    text: "■ 夜\n\n｜銀河《ぎんが》の話。\n\n・ひとつ\n・ふたつ",
  });
  expect(await findSource({ viewer, sourceId })).toMatchObject({ omitted: ["tables"], flow: "v2" });
  expect((await listSources(viewer)).map(({ id }) => id)).toContain(sourceId);
  await expect(findSource({ viewer: other, sourceId })).rejects.toThrow(NotFound);
  expect(await findChosenText({ viewer: other, sourceId })).toBeNull();
  await deleteSource({ viewer: other, sourceId });
  await deleteSource({ viewer, sourceId });
  await expect(findSource({ viewer, sourceId })).rejects.toThrow(NotFound);
});

test("ticks of one page leave those of others; nothing and too much is refused, with the ticks saved", async () => {
  const sourceId = await keep(long);
  const { start = 0, end = 0 } = pagesOf(long)[1] ?? {};
  expect(start).toBeGreaterThan(10);
  await expect(choose(sourceId, "use")).rejects.toMatchObject({
    fields: { chosen: ["使う段落を選んでください。"] },
  });
  // Some minutes of nothing ticked are of all.
  await choose(sourceId, "minutes");
  await choose(sourceId, "save", 0, [0, 2]);
  await choose(sourceId, "use", 1, [1]);
  expect((await findSource({ viewer, sourceId })).chosen).toEqual([0, 2, start + 1]);
  await choose(sourceId, "all", 1);
  const refused = choose(sourceId, "use", 0, [1]);
  await expect(refused).rejects.toThrow(Invalid);
  await expect(refused).rejects.toThrow(/^選んだ文章は[\d,]+文字です。2,000文字までに減らしてください。$/);
  const page = Array.from({ length: end - start }, (_, at) => start + at);
  expect((await findSource({ viewer, sourceId })).chosen).toEqual([1, ...page]);
  await choose(sourceId, "none", 1);
  expect((await findChosenText({ viewer, sourceId }))?.text).toBe(long[1]?.text);
});

test("every block is on one page, and pages stay small", () => {
  const blocks = [
    ...long,
    ...Array.from({ length: 300 }, (): SourceBlock => ({ kind: "heading", text: "章" })),
  ];
  const pages = pagesOf(blocks);
  expect(pages.map(({ start }) => start)).toEqual([0, ...pages.slice(0, -1).map(({ end }) => end)]);
  expect(pages.at(-1)?.end).toBe(blocks.length);
  expect(Math.max(...pages.map(({ start, end }) => end - start))).toBeLessThanOrEqual(80);
  expect(pagesOf([])).toEqual([{ start: 0, end: 0 }]);
});

test("a text goes with its draft, and after a day; its use keeps it for another one", async () => {
  const member = await addMember();
  const ofDraft = await keep([paragraph("夜。")], { viewer: member });
  const ofOther = await keep([paragraph("夜。")], { viewer: member, flow: "v1" });
  await startOver({ viewer: member, flow: "v2" });
  expect((await listSources(member)).map(({ id }) => id)).toEqual([ofOther]);
  await expect(findSource({ viewer: member, sourceId: ofDraft })).rejects.toThrow(NotFound);

  const sourceId = await keep([paragraph("夜。")]);
  const soon = new Date(Date.now() + 60_000);
  await write((tx) => tx.update(sources).set({ expiresAt: soon }).where(eq(sources.id, sourceId)));
  await choose(sourceId, "use", 0, [0]);
  await removeExpiredSources(new Date(Date.now() + 3_600_000));
  expect((await findSource({ viewer, sourceId })).chosen).toEqual([0]);
  await write((tx) => tx.update(sources).set({ expiresAt: new Date() }).where(eq(sources.id, sourceId)));
  await expect(findSource({ viewer, sourceId })).rejects.toThrow(NotFound);
  await removeExpiredSources();
  expect(await write((tx) => tx.select().from(sources).where(eq(sources.id, sourceId)))).toEqual([]);
});

test("a member keeps twenty texts, and has one read at a time", async () => {
  const member = await addMember();
  for (let at = 0; at < 20; at++) await keep([paragraph("夜。")], { viewer: member });
  await expect(keep([paragraph("夜。")], { viewer: member })).rejects.toThrow(QuotaReached);
  await reserveReading(member.id, async () => {
    await expect(reserveReading(member.id, async () => {})).rejects.toThrow(LimitReached);
    expect(await reserveReading(viewer.id, async () => "read")).toBe("read");
  });
  expect(await reserveReading(member.id, async () => "read")).toBe("read");
});

test("texts that come at once are no more than twenty, and of what was typed only the last stays", async () => {
  const member = await addMember();
  for (let kept = 0; kept < 18; kept++) await keep([paragraph("夜。")], { viewer: member });
  const type = (text: string) => saveTypedText({ viewer: member, flow: "v2", text, title: "" });
  await Promise.all(Array.from({ length: 6 }, (_, at) => type(`${at}。`)));
  expect(await listSources(member)).toHaveLength(19);
  const texts = Array.from({ length: 6 }, () => keep([paragraph("夜。")], { viewer: member }));
  const refused = (await Promise.allSettled(texts)).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(5);
  expect(await listSources(member)).toHaveLength(20);
});

test("a page of another site is read with its address and when it was permitted; what can't be is said", async () => {
  const member = await addMember();
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") response.end("User-agent: *\nDisallow: /no");
    else
      response
        .setHeader("Content-Type", "text/html; charset=shift_jis")
        .end(Buffer.from("<p>\x96\xe9\x82\xcc\x90\xba", "latin1"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { signal } = new AbortController();
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : "";
  const read = (path: string, isTrusted = true) =>
    readAddress({
      viewer: member,
      flow: "v2",
      address: `http://127.0.0.1:${port}${path}`,
      signal,
      isTrusted,
    });
  try {
    const sourceId = await read("/page");
    expect(await findChosenText({ viewer: member, sourceId })).toEqual({ title: "", text: "夜の声" });
    const [row] = await write((tx) => tx.select().from(sources).where(eq(sources.id, sourceId)));
    expect(row).toMatchObject({ name: `http://127.0.0.1:${port}/page`, permittedAt: expect.any(Date) });
    await expect(read("/no")).rejects.toMatchObject({ fields: { address: [pageMessages.robots] } });
    await expect(read("/page", false)).rejects.toMatchObject({
      fields: { address: [pageMessages["bad-address"]] },
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

import { randomBytes } from "node:crypto";
import { and, count, desc, eq, gt, lte } from "drizzle-orm";
import type { Source, SourceBlock } from "#app/engines/sources/source.ts";
import { omittedParts } from "#app/engines/sources/source.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { type Db, primary, write } from "#db/client.ts";
import { removeRows } from "#db/remove-rows.ts";
import { sources } from "#db/schema/index.ts";
import type { ChoiceForm } from "../sources.schema.ts";
import {
  chosenLength,
  chosenText,
  maxChosenLength,
  maxShortenedLength,
  maxSources,
  pagesOf,
  type SourceFlow,
  type SourceSummary,
  type SourceView,
  sourceLifetimeMs,
} from "../sources.ts";

interface OfMember {
  viewer: { id: string };
  sourceId: string;
}

const notFound = () => new NotFound("取り込んだ文章が見つかりません", "取り込んでから24時間で消えます。");

/** Throws `QuotaReached` for a member with `maxSources` texts. Called before a file is read, and again when it is kept. */
export async function checkSourceQuota(viewer: { id: string }, on: Db = primary): Promise<void> {
  const own = and(eq(sources.userId, viewer.id), gt(sources.expiresAt, new Date()));
  const [kept] = await on.select({ count: count() }).from(sources).where(own);
  if ((kept?.count ?? 0) >= maxSources)
    throw new QuotaReached(
      `取り込める文章は、同時に${maxSources}件までです`,
      "使わない文章を消してから、もう一度お試しください。",
    );
}

/**
 * Keeps a text for a day and returns its id. Chooses it as a whole if the creation form can hold it. Throws `QuotaReached`.
 *
 * @param o.permittedAt when the member said that they may use a page of another site
 */
export async function saveSource(o: {
  viewer: { id: string };
  flow: SourceFlow;
  source: Source;
  name: string;
  permittedAt?: Date | null;
}): Promise<string> {
  const { viewer, flow, source, name, permittedAt = null } = o;
  const { kind, title, blocks, omitted, isTruncated } = source;
  const id = randomBytes(12).toString("base64url");
  const now = new Date();
  const all = blocks.map((_, at) => at);
  const chosen = chosenLength(blocks, all) <= maxChosenLength ? all : [];
  const expiresAt = new Date(now.getTime() + sourceLifetimeMs);
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    await checkSourceQuota(viewer, tx);
    await tx.insert(sources).values({
      ...{ id, userId: viewer.id, flow, kind, name, title, permittedAt, blocks, omitted, isTruncated },
      ...{ chosen, createdAt: now, expiresAt },
    });
  });
  return id;
}

const typedName = "入力した文章";

/** Replaces the text that was typed before and chooses it as a whole. Returns its id. Throws `QuotaReached`. */
export function saveTypedText(o: {
  viewer: { id: string };
  flow: SourceFlow;
  text: string;
  title: string;
}): Promise<string> {
  const { viewer, flow, title } = o;
  const blocks = o.text
    .split(/\n\s*\n/u)
    .filter((text) => text.trim() !== "")
    .map((text): SourceBlock => ({ kind: "paragraph", text }));
  const source: Source = { kind: "text", title, blocks, omitted: [], isTruncated: false };
  const { userId, name } = sources;
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    const typed = and(eq(userId, viewer.id), eq(sources.flow, flow), eq(name, typedName));
    await tx.delete(sources).where(typed);
    return saveSource({ viewer, flow, source, name: typedName });
  });
}

export async function listSources(viewer: { id: string }): Promise<SourceSummary[]> {
  const { id, name, title, createdAt } = sources;
  return primary
    .select({ id, name, title, createdAt })
    .from(sources)
    .where(and(eq(sources.userId, viewer.id), gt(sources.expiresAt, new Date())))
    .orderBy(desc(createdAt))
    .limit(maxSources);
}

const ofMember = ({ viewer, sourceId }: OfMember) =>
  and(eq(sources.id, sourceId), eq(sources.userId, viewer.id), gt(sources.expiresAt, new Date()));

/** Throws `NotFound` for another member's text, and for an expired one. */
export async function findSource(o: OfMember): Promise<SourceView> {
  const [row] = await primary.select().from(sources).where(ofMember(o));
  if (!row) throw notFound();
  const { id, flow, name, title, createdAt, blocks, isTruncated, chosen } = row;
  const omitted = omittedParts.filter((part) => row.omitted.includes(part));
  return { id, flow, name, title, createdAt, blocks, omitted, isTruncated, chosen };
}

/** For the creation form; null when the text is gone. */
export async function findChosenText(o: OfMember): Promise<{ title: string; text: string } | null> {
  const [row] = await primary.select().from(sources).where(ofMember(o));
  return row ? { title: row.title, text: chosenText(row.blocks, row.chosen) } : null;
}

/**
 * Saves the ticks of one page; those of others stay. `use`, `minutes` and `series` keep the text for another day. Throws
 * `NotFound`; for `use` and `minutes` also `Invalid`, after saving, when too much is chosen, and for `use` when nothing is. For
 * `minutes` and `series` nothing means all, and the series' page says what is too long.
 */
export async function chooseBlocks(o: OfMember & { form: ChoiceForm }): Promise<void> {
  const { intent, page, chosen: ticks } = o.form;
  const { blocks, chosen } = await write(async (tx) => {
    const [row] = await tx.select().from(sources).where(ofMember(o));
    if (!row) throw notFound();
    const pages = pagesOf(row.blocks);
    const { start, end } = pages[Math.min(page, pages.length - 1)] ?? { start: 0, end: 0 };
    const isTicked = (at: number) => {
      if (at < start || at >= end) return row.chosen.includes(at);
      return intent === "all" || (intent !== "none" && ticks[at - start] === "on");
    };
    const chosen = row.blocks.flatMap((_, at) => (isTicked(at) ? [at] : []));
    const isUsed = intent === "use" || intent === "minutes" || intent === "series";
    const expiresAt = isUsed ? new Date(Date.now() + sourceLifetimeMs) : row.expiresAt;
    await tx.update(sources).set({ chosen, expiresAt }).where(eq(sources.id, row.id));
    return { blocks: row.blocks, chosen };
  });
  if (intent !== "use" && intent !== "minutes") return;
  const max = intent === "use" ? maxChosenLength : maxShortenedLength;
  const isWhole = chosen.length === 0 && intent === "minutes";
  const length = chosenLength(blocks, isWhole ? blocks.map((_, at) => at) : chosen);
  if (length === 0) throw new Invalid({ chosen: ["使う段落を選んでください。"] });
  const [found, allowed] = [length.toLocaleString("ja-JP"), max.toLocaleString("ja-JP")];
  if (length > max)
    throw new Invalid({
      chosen: [
        isWhole
          ? `全文は${found}文字です。${allowed}文字までの段落を選んでください。`
          : `選んだ文章は${found}文字です。${allowed}文字までに減らしてください。`,
      ],
    });
}

/** A text that is gone is no error. */
export async function deleteSource({ viewer, sourceId }: OfMember): Promise<void> {
  await write((tx) => tx.delete(sources).where(and(eq(sources.id, sourceId), eq(sources.userId, viewer.id))));
}

export async function deleteSourcesOf(o: { viewer: { id: string }; flow: SourceFlow }): Promise<void> {
  const ofDraft = and(eq(sources.userId, o.viewer.id), eq(sources.flow, o.flow));
  await write((tx) => tx.delete(sources).where(ofDraft));
}

/** A day after they were read or last used. */
export async function removeExpiredSources(now: Date = new Date()): Promise<number> {
  return removeRows(sources, lte(sources.expiresAt, now));
}

import { and, count, desc, eq, gt, ne } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { minutesPath } from "#app/features/creation/minutes/minutes.ts";
import { findChoices, requireFormOfAnyText } from "#app/features/creation/narration/narration.server.ts";
import { withChoices } from "#app/features/creation/narration/narration.ts";
import { Conflict, Invalid, QuotaReached } from "#app/features/domain-error.ts";
import {
  insertPlaylist,
  requireHarmlessPlaylist,
} from "#app/features/playlists/edit/server/create-playlist.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { findSource } from "#app/features/sources/server/sources.server.ts";
import { chosenText, draftPath, maxChosenLength, maxSeriesLength } from "#app/features/sources/sources.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { type Db, write } from "#db/client.ts";
import { series, seriesEpisodes } from "#db/schema/index.ts";
import { nextSlot } from "../cadence.ts";
import type { NewSeries } from "../series.schema.ts";
import { type Division, maxEpisodes, maxSeries, type PlannedEpisode } from "../series.ts";
import { splitEpisodes } from "../split-episodes.ts";

interface SeriesPlan {
  source: { id: string; title: string; name: string };
  division: Division;
  /** Names this very list of episodes. */
  version: string;
  episodes: PlannedEpisode[];
  /** Why no series can be made of it, as a sentence. */
  problem: string | null;
  /** Where a text for a single track becomes one; null for any other. */
  singlePath: string | null;
  /** Nothing was ticked: it is all of the text. */
  isWhole: boolean;
}

const shortestDivision: Division = "3";

const inNumbers = (length: number) => length.toLocaleString("ja-JP");

/** Divides the ticked text or all; at chapters without `division`. Throws `NotFound` for another's or an expired text. */
export async function planSeries(o: {
  viewer: { id: string; isPremium: boolean };
  sourceId: string;
  division: Division | null;
}): Promise<SeriesPlan> {
  const { viewer, sourceId } = o;
  const { id, flow, title, name, blocks, chosen } = await findSource({ viewer, sourceId });
  const isWhole = chosen.length === 0;
  const used = isWhole ? blocks : blocks.filter((_, at) => chosen.includes(at));
  const text = chosenText(
    used,
    used.map((_, at) => at),
  );
  const length = countCharacters(text);
  const atChapters = o.division === null || o.division === "chapters" ? splitEpisodes(used, "chapters") : [];
  const division = o.division ?? (atChapters.length > 1 ? "chapters" : "5");
  const max = viewer.isPremium ? maxSeriesLength.premium : maxSeriesLength.free;
  const found = { source: { id, title, name }, division, isWhole };
  const refuse = (problem: string, singlePath: string | null = null) => ({
    ...{ ...found, version: "", episodes: [], problem, singlePath },
  });
  if (length > max)
    return refuse(
      `文章は${inNumbers(length)}文字です。${inNumbers(max)}文字までの段落を選んでください。${viewer.isPremium ? "" : `プレミアム会員は${inNumbers(maxSeriesLength.premium)}文字まで使えます。`}`,
    );
  const episodes = division === "chapters" ? atChapters : splitEpisodes(used, division);
  if (episodes.length < 2) {
    // The creation form is filled with what is ticked, and holds no more than this.
    const fitsForm = !isWhole && length <= maxChosenLength;
    const singlePath = fitsForm ? draftPath(flow, id) : minutesPath(id, { minutes: 5 });
    if (Math.max(splitEpisodes(used, shortestDivision).length, atChapters.length) < 2)
      return refuse("1回分の長さしかありません。ひとつの音声として作ってください。", singlePath);
    if (division === "chapters") return refuse("見出しで分けられませんでした。分数で分けてください。");
    return refuse("1回分の長さしかありません。短く分けるか、ひとつの音声として作ってください。", singlePath);
  }
  if (episodes.length > maxEpisodes)
    return refuse(`${episodes.length}回になります。${maxEpisodes}回までになるように分けてください。`);
  return { ...found, version: `${episodes.length}-${length}`, episodes, problem: null, singlePath: null };
}

/**
 * No episode is made yet; a form that is sent twice begins one series. Returns its id. Throws `Invalid`, `Conflict` when the
 * text has changed since the page, `QuotaReached`, `NotFound` and `NotAuthenticated`.
 */
export async function startSeries(o: {
  viewer: Viewer;
  sourceId: string;
  form: NewSeries;
  now?: Date;
}): Promise<number> {
  const { viewer, sourceId, form, now = new Date() } = o;
  const { title, category } = form;
  const plan = await planSeries({ viewer, sourceId, division: form.by });
  if (plan.problem !== null) throw new Invalid({ by: [plan.problem] });
  if (plan.version !== form.version)
    throw new Conflict("もとの文章が変わりました。ページを開き直して、回を確かめてください。");
  const narration = withChoices(await findChoices(viewer.id), { form: form.form, textKind: null });
  requireFormOfAnyText(narration.form);
  const playlist = {
    name: title,
    categories: [category],
    description: `「${title}」の連続番組です。`,
    isPublic: true,
  };
  await requireHarmlessPlaylist(playlist);
  const cadence = { days: form.when === "now" ? [] : form.days, hour: form.hour };
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    const repeated = await findRepeated(tx, { viewer, title, now });
    if (repeated) return repeated.id;
    await requireRoom(tx, viewer.id);
    const { id: playlistId } = await insertPlaylist({ viewer, playlist, now });
    const [row] = await tx
      .insert(series)
      .values({
        ...{ userId: viewer.id, title, category, playlistId, narration, ...cadence, state: "active" },
        ...{ nextAt: nextSlot(cadence, now), checkAt: now, createdAt: now, updatedAt: now },
      })
      .returning({ id: series.id });
    if (!row) throw new Error("the series was not written");
    await tx.insert(seriesEpisodes).values(
      plan.episodes.map(({ heading, text, seconds }, at) => ({
        ...{ seriesId: row.id, position: at + 1, heading, text, seconds, state: "waiting" as const },
      })),
    );
    return row.id;
  });
}

/** A double click's first click has begun it. */
async function findRepeated(tx: Db, o: { viewer: { id: string }; title: string; now: Date }) {
  const [found] = await tx
    .select({ id: series.id })
    .from(series)
    .where(
      and(
        eq(series.userId, o.viewer.id),
        gt(series.createdAt, repeatsSince(o.now)),
        eq(series.title, o.title),
      ),
    )
    .orderBy(desc(series.createdAt))
    .limit(1);
  return found;
}

async function requireRoom(tx: Db, userId: string): Promise<void> {
  const [open] = await tx
    .select({ count: count() })
    .from(series)
    .where(and(eq(series.userId, userId), ne(series.state, "ended")));
  if ((open?.count ?? 0) >= maxSeries)
    throw new QuotaReached(
      `連続番組は、同時に${maxSeries}本までです`,
      "終わっていない番組を消してから、もう一度お試しください。",
    );
}

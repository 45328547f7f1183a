import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { primary } from "#db/client.ts";
import { generationTasks, themeExtractions, themes } from "#db/schema/index.ts";
import { generations } from "../tasks/server/generation-kind.server.ts";
import type { themeReply } from "../themes.schema.ts";
import { type ThemeCard, themesPerPage } from "../themes.ts";

const activeTaskOfTheme = and(eq(generationTasks.themeId, themes.id), generations.open);

/** In the library stand the themes that wait for a decision and the approved ones, unless audio of them is being made. */
const isInLibrary = and(
  inArray(themes.status, ["pending", "approved"]),
  sql`not exists (select 1 from ${generationTasks} where ${activeTaskOfTheme})`,
);

const video = {
  title: themeExtractions.title,
  author: themeExtractions.author,
  url: themeExtractions.url,
};

/** A page (from 1) of the library: what waits for a decision first, the newest of each first. */
export async function listThemeLibrary(page: number): Promise<ThemeCard[]> {
  return primary
    .select({
      id: themes.id,
      title: themes.title,
      perspective: themes.perspective,
      content: themes.content,
      status: themes.status,
      video,
    })
    .from(themes)
    .innerJoin(themeExtractions, eq(themeExtractions.id, themes.extractionId))
    .where(isInLibrary)
    .orderBy(desc(themes.status), desc(themes.id))
    .limit(themesPerPage)
    .offset((page - 1) * themesPerPage);
}

/** How many themes the library has. */
export function countThemeLibrary(): Promise<number> {
  return primary.$count(themes, isInLibrary);
}

/** How many themes wait for a decision, and how many are approved. */
export async function countThemes(): Promise<{ pending: number; approved: number }> {
  const [pending, approved] = await Promise.all([
    primary.$count(themes, eq(themes.status, "pending")),
    primary.$count(themes, eq(themes.status, "approved")),
  ]);
  return { pending, approved };
}

const selectThemes = () =>
  primary
    .select({
      id: themes.id,
      title: themes.title,
      perspective: themes.perspective,
      content: themes.content,
      status: themes.status,
      youtubeExtraction: video,
      activeTask: { id: generationTasks.id, progress: generationTasks.progress },
      createdAt: themes.createdAt,
    })
    .from(themes)
    .innerJoin(themeExtractions, eq(themeExtractions.id, themes.extractionId))
    .leftJoin(generationTasks, activeTaskOfTheme)
    .orderBy(desc(themes.id))
    .$dynamic();

type ThemeReply = z.input<typeof themeReply>;

/** A page (from 1) of all themes, newest first. */
export function listThemes(o: { page: number; limit: number }): Promise<ThemeReply[]> {
  return selectThemes()
    .limit(o.limit)
    .offset((o.page - 1) * o.limit);
}

/** How many themes there are in all. */
export function countAllThemes(): Promise<number> {
  return primary.$count(themes);
}

/** Themes by their ids, newest first. */
export function findThemes(ids: readonly number[]): Promise<ThemeReply[]> {
  return selectThemes().where(inArray(themes.id, [...ids]));
}

/** A theme. Throws `NotFound`. */
export async function findTheme(id: number): Promise<ThemeReply> {
  const [theme] = await findThemes([id]);
  if (!theme) throw new NotFound("テーマが見つかりません");
  return theme;
}

import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { primary } from "#db/client.ts";
import { generationTasks, themeExtractions, themes } from "#db/schema/index.ts";
import { generations } from "../tasks/server/generation-kind.server.ts";
import type { themeReply } from "../themes.schema.ts";
import { themesPerPage } from "../themes.ts";

const activeTaskOfTheme = and(eq(generationTasks.themeId, themes.id), generations.open);

/** Waiting and approved themes, unless audio of them is being made. */
const isInLibrary = and(
  inArray(themes.status, ["pending", "approved"]),
  sql`not exists (select 1 from ${generationTasks} where ${activeTaskOfTheme})`,
);

const video = {
  title: themeExtractions.title,
  author: themeExtractions.author,
  url: themeExtractions.url,
};

export type ThemeCard = Awaited<ReturnType<typeof listThemeLibrary>>[number];

/** `page`: from 1. Waiting themes come first, the newest of each first. */
export async function listThemeLibrary(page: number) {
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

export function countThemeLibrary(): Promise<number> {
  return primary.$count(themes, isInLibrary);
}

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

/** `page`: from 1. The newest first. */
export function listThemes(o: { page: number; limit: number }): Promise<ThemeReply[]> {
  return selectThemes()
    .limit(o.limit)
    .offset((o.page - 1) * o.limit);
}

export function countAllThemes(): Promise<number> {
  return primary.$count(themes);
}

export function findThemes(ids: readonly number[]): Promise<ThemeReply[]> {
  return selectThemes().where(inArray(themes.id, [...ids]));
}

/** Throws `NotFound`. */
export async function findTheme(id: number): Promise<ThemeReply> {
  const [theme] = await findThemes([id]);
  if (!theme) throw new NotFound("テーマが見つかりません");
  return theme;
}

import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { generationTasks, themes } from "#db/schema/index.ts";

const ofTheme = eq(generationTasks.kind, "theme");

/** Failed tasks of themes, or of texts, that had ended at `seenAt`, when the list was read: later ones nobody has seen yet. */
export function failedTasks(seenAt: Date, kind: "theme" | "text" = "theme"): SQL | undefined {
  return and(
    eq(generationTasks.kind, kind),
    eq(generationTasks.state, "failed"),
    lte(generationTasks.endedAt, seenAt),
  );
}

/** Ended tasks of themes that led to nothing, or whose theme is gone or rejected. */
export function invalidTasks(seenAt: Date): SQL | undefined {
  const isThemeRejected = sql`exists (select 1 from ${themes} where ${themes.id} = ${generationTasks.themeId} and ${themes.status} = 'rejected')`;
  return and(
    ofTheme,
    lte(generationTasks.endedAt, seenAt),
    or(eq(generationTasks.state, "failed"), isNull(generationTasks.themeId), isThemeRejected),
  );
}

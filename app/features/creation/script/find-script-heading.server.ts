import { and, desc, eq, or } from "drizzle-orm";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";

/**
 * Of the viewer's newest script with this text or input, for a revision; `isTitleDerived`: made from the text. Empty if none.
 */
export async function findScriptHeading(options: {
  viewer: { id: string };
  inputText: string;
  originalScript: string;
}): Promise<{ title: string; isTitleDerived: boolean; labels: string[]; textKind: TextKind | null }> {
  const { viewer, inputText, originalScript } = options;
  const scripts = await primary
    .select({
      title: audioTasks.title,
      isTitleDerived: audioTasks.isTitleDerived,
      labels: audioTasks.labels,
      textKind: audioTasks.textKind,
      script: audioTasks.script,
    })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, viewer.id),
        eq(audioTasks.kind, "script"),
        eq(audioTasks.state, "completed"),
        or(eq(audioTasks.script, originalScript), eq(audioTasks.inputText, inputText)),
      ),
    )
    .orderBy(desc(audioTasks.createdAt))
    .limit(20);
  const found = scripts.find(({ script }) => script === originalScript) ?? scripts[0];
  return {
    title: found?.title ?? "",
    isTitleDerived: found?.isTitleDerived ?? false,
    labels: found?.labels ?? [],
    textKind: found?.textKind ?? null,
  };
}

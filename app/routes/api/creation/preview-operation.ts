import { startPreviewSchema } from "#app/features/creation/creation.schema.ts";
import { getPostingStatus } from "#app/features/creation/server/daily-use.server.ts";
import { startPreview } from "#app/features/creation/server/start-preview.server.ts";
import { startedReply } from "#app/features/creation/tasks.schema.ts";
import { forMembers, type Operation } from "#app/http/endpoint.server.ts";

/** The call that starts a preview for one of the two creation pages (spec 3 §7). */
export function previewOperation(flow: "v1" | "v2"): Operation {
  return forMembers({
    summary:
      flow === "v2"
        ? "台本から音声をつくり始めます。"
        : "台本から音声をつくり始めます（はじめの作成画面用）。",
    description: "1日の上限に達していると429になります。",
    reply: startedReply,
    refuses: [429],
    body: startPreviewSchema,
    async answer({ viewer, body }) {
      const taskId = await startPreview({
        viewer,
        flow,
        script: body.script,
        title: body.title ?? "",
        inputText: body.inputText ?? "",
        speakingRate: body.speakingRate,
        labels: body.labels ?? [],
        factCheck: body.factCheck ?? null,
      });
      const { currentCount, dailyLimit } = await getPostingStatus(viewer);
      return { taskId, currentCount, dailyLimit };
    },
  });
}

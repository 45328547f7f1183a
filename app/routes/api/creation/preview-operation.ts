import { startPreviewSchema } from "#app/features/creation/creation.schema.ts";
import { startedReply } from "#app/features/creation/creation-replies.schema.ts";
import { findFactCheck } from "#app/features/creation/fact-check/find-fact-check.server.ts";
import { getPostingStatus } from "#app/features/creation/limits/daily-usage.server.ts";
import { defaultPresentation, withChoices } from "#app/features/creation/presentation/presentation.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { forMembers, type Operation } from "#app/http/core/endpoint.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

/** The operation that starts a preview, for the endpoints of both creation flows. */
export function previewOperation(flow: "v1" | "v2"): Operation {
  return forMembers({
    summary:
      flow === "v2"
        ? "台本から音声をつくり始めます。"
        : "台本から音声をつくり始めます（はじめの作成画面用）。",
    description: "1日の上限に達していると429になります。",
    reply: startedReply,
    errorStatuses: [409, 429],
    limit: rateLimits.startPreview,
    body: startPreviewSchema,
    maxBytes: longTextBytes,
    async answer({ viewer, body }) {
      const taskId = await startPreview({
        viewer,
        flow,
        script: body.script,
        title: body.title ?? "",
        inputText: body.inputText ?? "",
        speakingRate: body.speakingRate,
        presentation: withChoices(defaultPresentation, body),
        labels: body.labels ?? [],
        factCheck: await findFactCheck({ viewer, script: body.script }),
      });
      const { currentCount, dailyLimit } = await getPostingStatus(viewer);
      return { taskId, currentCount, dailyLimit };
    },
  });
}

import { startPreviewSchema } from "#app/features/creation/creation.schema.ts";
import { getPostingStatus } from "#app/features/creation/daily-use.server.ts";
import { startPreview } from "#app/features/creation/start-preview.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  POST: forMembers({
    body: startPreviewSchema,
    async answer({ viewer, body }) {
      const taskId = await startPreview({
        viewer,
        flow: "v1",
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
  }),
});
export const loader = route.loader;
export const action = route.action;

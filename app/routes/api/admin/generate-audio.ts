import { z } from "zod";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { generationRateSchema } from "#app/features/themes/tasks/generation-task.schema.ts";
import { defaultGenerationRate } from "#app/features/themes/tasks/generation-task.ts";
import { startThemeTask } from "#app/features/themes/tasks/server/start-theme-task.server.ts";
import { themeIdSchema } from "#app/features/themes/themes.schema.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forAdmin({
    summary: "採用したテーマから、音声をつくる作業をはじめます。",
    params: z.object({ id: themeIdSchema }),
    body: z.object({ speakingRate: generationRateSchema.default(defaultGenerationRate) }),
    reply: z.object({ taskId: z.string() }),
    errorStatuses: [404, 409],
    async answer({ admin, params, body }) {
      return startThemeTask({
        actor: actorOf(admin),
        themeId: params.id,
        speakingRate: body.speakingRate,
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

import { generateScriptSchema } from "#app/features/creation/creation.schema.ts";
import { scriptReply } from "#app/features/creation/creation-replies.schema.ts";
import { defaultPresentation, withChoices } from "#app/features/creation/presentation/presentation.ts";
import { startScript } from "#app/features/creation/script/start-script.server.ts";
import { waitForScript } from "#app/features/creation/tasks/server/wait-for-task.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    errorStatuses: [404, 409],
    summary: "文章から台本をつくります。",
    reply: scriptReply,
    limit: rateLimits.writeScript,
    body: generateScriptSchema,
    async answer({ viewer, body, request }) {
      const { inputText, title, isV2UserContent, form, length, hasGreetings } = body;
      const flow = isV2UserContent ? "v2" : "v1";
      const presentation = withChoices(defaultPresentation, { form, length, hasGreetings });
      const taskId = await startScript({ viewer, flow, inputText, title, presentation });
      return waitForScript({ taskId, signal: request.signal });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

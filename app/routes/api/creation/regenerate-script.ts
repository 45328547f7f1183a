import { regenerateScriptSchema } from "#app/features/creation/creation.schema.ts";
import { awaitScript } from "#app/features/creation/server/await-script.server.ts";
import { startScript } from "#app/features/creation/server/start-script.server.ts";
import { scriptReply } from "#app/features/creation/tasks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  POST: forMembers({
    refuses: [404, 409],
    summary: "指摘事項をもとに台本をつくり直します。",
    reply: scriptReply,
    limit: rateLimits.writeScript,
    body: regenerateScriptSchema,
    async answer({ viewer, body, request }) {
      const { inputText, originalScript, issues, isV2UserContent } = body;
      const flow = isV2UserContent ? "v2" : "v1";
      const taskId = await startScript({ viewer, flow, inputText, revision: { originalScript, issues } });
      return awaitScript({ taskId, signal: request.signal });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

import { generateScriptSchema } from "#app/features/creation/creation.schema.ts";
import { awaitScript } from "#app/features/creation/server/await-script.server.ts";
import { startScript } from "#app/features/creation/server/start-script.server.ts";
import { scriptReply } from "#app/features/creation/tasks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  POST: forMembers({
    refuses: [404, 409],
    summary: "文章から台本をつくります。",
    reply: scriptReply,
    limit: rateLimits.writeScript,
    body: generateScriptSchema,
    async answer({ viewer, body, request }) {
      const taskId = await startScript({ viewer, flow: "v1", ...body });
      return awaitScript({ taskId, signal: request.signal });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

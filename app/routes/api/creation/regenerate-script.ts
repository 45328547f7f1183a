import { regenerateScriptSchema } from "#app/features/creation/creation.schema.ts";
import { scriptReply } from "#app/features/creation/creation-replies.schema.ts";
import { findScriptHeading } from "#app/features/creation/script/find-script-heading.server.ts";
import { startScript } from "#app/features/creation/script/start-script.server.ts";
import { waitForScript } from "#app/features/creation/tasks/server/wait-for-task.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    errorStatuses: [404, 409],
    summary: "指摘事項をもとに台本をつくり直します。",
    reply: scriptReply,
    limit: rateLimits.writeScript,
    body: regenerateScriptSchema,
    maxBytes: longTextBytes,
    async answer({ viewer, body, request }) {
      const { inputText, originalScript, issues, isV2UserContent } = body;
      const flow = isV2UserContent ? "v2" : "v1";
      const { title, ...heading } = await findScriptHeading({ viewer, inputText, originalScript });
      const revision = { originalScript, issues, ...heading };
      const taskId = await startScript({ viewer, flow, inputText, title, revision });
      return waitForScript({ taskId, signal: request.signal });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

import { generateScriptSchema } from "#app/features/creation/creation.schema.ts";
import { presentScript } from "#app/features/creation/present-script.ts";
import { startScript } from "#app/features/creation/start-script.server.ts";
import { waitForTask } from "#app/features/creation/wait-for-task.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

/** The caller waits for the script this long; the task itself goes on. */
const patienceMs = 120_000;

const route = endpoint({
  POST: forMembers({
    body: generateScriptSchema,
    async answer({ viewer, body, request }) {
      const taskId = await startScript({ viewer, flow: "v1", ...body });
      return presentScript(await waitForTask({ taskId, timeoutMs: patienceMs, signal: request.signal }));
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

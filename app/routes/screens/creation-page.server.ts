import { type RouterContextProvider, redirect, redirectDocument } from "react-router";
import type { CreationFlow } from "#app/features/creation/creation-flow.ts";
import { loadCreationPage } from "#app/features/creation/server/load-creation-page.server.ts";
import { takeCreationStep } from "#app/features/creation/server/take-creation-step.server.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";

interface Arguments {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** The loader of both creation pages. */
export function creationLoader({ flow }: CreationFlow) {
  return screen(async ({ context }: Arguments) => {
    return { page: await loadCreationPage({ viewer: await getViewer(context), flow }) };
  });
}

/** The action of both creation pages: one step, then the page that follows (303), or the form again. */
export function creationAction({ flow }: CreationFlow) {
  return screen(async ({ request, context }: Arguments) => {
    const fields = await readFields(request);
    const viewer = await getViewer(context);
    const answer = await answerForm({
      context,
      values: fields,
      work() {
        const { address } = context.get(requestContext);
        const writes = fields.intent === "generate-script" || fields.intent === "regenerate-script";
        if (writes && viewer) countAgainst(rateLimits.writeScript, { viewer, address });
        return takeCreationStep({ viewer, flow, fields, signal: request.signal });
      },
    });
    if (!("path" in answer)) return answer;
    throw answer.leavesSite ? redirectDocument(answer.path, 303) : redirect(answer.path, 303);
  });
}

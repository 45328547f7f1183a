import { type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { creationFormSchema } from "#app/features/creation/creation.schema.ts";
import type { CreationFlow, CreationIntent } from "#app/features/creation/creation.ts";
import { parseWordQuery } from "#app/features/creation/script/readings/word-reading.ts";
import { handleCreationForm } from "#app/features/creation/server/handle-creation-form.server.ts";
import { loadCreationPage } from "#app/features/creation/server/load-creation-page.server.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { consumeRateLimit, type RateLimit } from "#app/http/limits/rate-limit.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

/** The loader of both creation pages. */
export function creationLoader({ flow }: CreationFlow) {
  return pageLoader(async ({ context }: { context: Readonly<RouterContextProvider> }) => {
    const place = parseWordQuery(context.get(requestContext).url.searchParams.get("word"));
    return { page: await loadCreationPage({ viewer: await getViewer(context), flow, place }) };
  });
}

const limits: Partial<Record<CreationIntent, RateLimit>> = {
  "generate-script": rateLimits.writeScript,
  "regenerate-script": rateLimits.writeScript,
  "rewrite-script": rateLimits.writeScript,
  "generate-audio": rateLimits.startPreview,
  "respeak-line": rateLimits.startPreview,
  "set-reading": rateLimits.changePronunciations,
  "undo-line": rateLimits.startPreview,
};

/** The action of both creation pages: performs the intent, then redirects (303). */
export function creationAction({ flow }: CreationFlow) {
  return formAction({
    schema: creationFormSchema,
    who: "anyone",
    limit: rateLimits.creationForm,
    // A script of `maxScriptLength` characters can have a line of one letter for each five: two fields each.
    size: { bytes: longTextBytes, fields: 3000 },
    async run({ request, context, viewer, value }) {
      const { address, isDocument } = context.get(requestContext);
      const limit = limits[value.intent];
      if (limit && viewer) await consumeRateLimit(limit, { viewer, address });
      const next = await handleCreationForm({ viewer, flow, form: value, signal: request.signal });
      // With JavaScript the page itself shows a toast.
      if (next.flash && isDocument) setFlash(context, next.flash);
      return next.reloadDocument ? redirectDocument(next.path, 303) : redirect(next.path, 303);
    },
  });
}

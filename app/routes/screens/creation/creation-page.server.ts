import { data, type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { actorOf, requireOperator } from "#app/features/admin/session/admin-session.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { type CreationForm, creationFormSchema } from "#app/features/creation/creation.schema.ts";
import type { CreationFlow } from "#app/features/creation/creation.ts";
import type { OpenedWord } from "#app/features/creation/readings/find-script-words.server.ts";
import { parseOffers } from "#app/features/creation/readings/reading-offers.ts";
import type { ReadingChoice } from "#app/features/creation/readings/readings.schema.ts";
import { parseWordQuery } from "#app/features/creation/readings/word-reading.ts";
import type { AutosavedEdits } from "#app/features/creation/script/document/use-script-form.ts";
import { handleCreationForm } from "#app/features/creation/server/handle-creation-form.server.ts";
import { loadCreationPage } from "#app/features/creation/server/load-creation-page.server.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { getViewer, type RequestContext, requestContext } from "#app/http/core/request-context.ts";
import { consumeRateLimit, type RateLimit } from "#app/http/limits/rate-limit.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

export function creationLoader({ flow }: CreationFlow) {
  return pageLoader(async ({ context }: { context: Readonly<RouterContextProvider> }) => {
    const current = context.get(requestContext);
    const opened = openedWord(current);
    const sourceId = current.url.searchParams.get("source");
    return { page: await loadCreationPage({ viewer: await getViewer(context), flow, opened, sourceId }) };
  });
}

export const openedWord = ({ url, admin }: RequestContext): OpenedWord => ({
  place: parseWordQuery(url.searchParams.get("word")),
  offers: parseOffers(url.searchParams),
  isAdmin: async () => {
    const operator = await admin();
    return operator !== null && isPermitted(operator, saveSiteReading);
  },
});

const limits: Partial<Record<CreationForm["intent"], RateLimit>> = {
  "generate-script": rateLimits.writeScript,
  "regenerate-script": rateLimits.writeScript,
  "rewrite-script": rateLimits.writeScript,
  "generate-audio": rateLimits.startPreview,
  "respeak-line": rateLimits.startPreview,
  "set-reading": rateLimits.changePronunciations,
  "undo-line": rateLimits.startPreview,
};

/** The console's form does the same. */
const saveSiteReading = "POST /admin/readings save";

/** Throws `NotAuthenticated` or `Forbidden` for everybody but the admin. */
export const siteActorOf = (admin: RequestContext["admin"]) => async (): Promise<Actor> =>
  actorOf(requireOperator(await admin(), saveSiteReading));

/** A place's reading is spoken at once where there is sound; others are entries of a dictionary. */
const readingLimit = (scope: ReadingChoice["scope"]): RateLimit =>
  scope === "place" ? rateLimits.startPreview : rateLimits.changePronunciations;

/** Of both creation pages: performs the intent, then redirects (303). */
export function creationAction({ flow }: CreationFlow) {
  return formAction({
    schema: creationFormSchema,
    who: "anyone",
    limit: rateLimits.creationForm,
    // A script of `maxScriptLength` characters can have a line of one letter for each five: two fields each.
    size: { bytes: longTextBytes, fields: 3000 },
    async run({ request, context, viewer, value }) {
      const { address, isDocument, admin } = context.get(requestContext);
      const limit = value.intent === "set-line-reading" ? readingLimit(value.scope) : limits[value.intent];
      if (limit && viewer) await consumeRateLimit(limit, { viewer, address });
      const next = await handleCreationForm({
        viewer,
        flow,
        form: value,
        signal: request.signal,
        siteActor: siteActorOf(admin),
      });
      const { version, flash } = next;
      if (value.intent === "edit-script" && value.act.act === "keep" && version !== undefined && !isDocument)
        return data<AutosavedEdits>({ version, hasReplaced: flash !== undefined });
      // With JavaScript the page itself shows a toast, except for readings and for what a newer post has replaced.
      const isFlashed =
        isDocument || value.intent.endsWith("-reading") || next.flash === "script-edits-replaced";
      if (next.flash && isFlashed) setFlash(context, next.flash);
      return next.reloadDocument ? redirectDocument(next.path, 303) : redirect(next.path, 303);
    },
  });
}

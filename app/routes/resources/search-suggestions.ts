import { z } from "zod";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { findTask } from "#app/features/creation/tasks/server/find-task.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { findGenerationTask } from "#app/features/themes/tasks/server/list-generation-tasks.server.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import type { CheckedKind } from "#app/features/tracks/transcript/search-suggestions.tsx";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

/** Protects from Google's HTML: only its own styles and pictures load, nothing runs, and only this site frames it. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const route = endpoint({
  GET: forAnyone({
    summary: "ファクトチェックに使ったGoogle検索の候補を、提供されたままのHTMLで返します。",
    produces: "text/html",
    params: z.object({ kind: z.enum(["track", "task", "generation"]), id: z.string().max(100) }),
    async handle({ context, viewer, params }) {
      const html = await findSuggestions({ ...params, viewer, admin: () => context.admin() });
      if (html === undefined) throw new NotFound("検索の候補が見つかりません");
      return new Response(suggestionsPage(html), {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Cache-Control": "private, no-cache",
          "Content-Security-Policy": policy,
          "X-Frame-Options": "SAMEORIGIN",
          "Referrer-Policy": "no-referrer",
        },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

/** Only of what the viewer may see. Throws `NotFound`. */
async function findSuggestions(o: {
  kind: CheckedKind;
  id: string;
  viewer: TrackViewer;
  admin: () => Promise<AdminSession | null>;
}): Promise<string | undefined> {
  const { kind, id, viewer } = o;
  if (kind === "track") {
    const parsed = trackParams.safeParse({ id });
    if (!parsed.success) return undefined;
    return (await findTrack({ viewer, trackId: parsed.data.id })).factCheck?.searchSuggestions;
  }
  if (kind === "task")
    return viewer ? (await findTask({ viewer, taskId: id })).factCheck?.searchSuggestions : undefined;
  return (await o.admin()) ? (await findGenerationTask(id))?.factCheck?.searchSuggestions : undefined;
}

const suggestionsPage = (html: string) =>
  `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Google検索の候補</title><base target="_blank"><style>body{margin:1px}</style></head><body>${html}</body></html>`;

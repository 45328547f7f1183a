import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { extractThemes } from "#app/features/themes/server/extract-themes.server.ts";
import { findThemes } from "#app/features/themes/server/list-themes.server.ts";
import { extractThemesSchema, themesReply } from "#app/features/themes/themes.schema.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forAdmin({
    summary: "動画からテーマを抽出し、新しいテーマを返します。",
    limit: rateLimits.extractThemes,
    body: extractThemesSchema,
    maxBytes: longTextBytes,
    reply: themesReply,
    errorStatuses: [409, 503],
    async answer({ admin, body, request }) {
      const { url, text } = body;
      const ids = await extractThemes({
        actor: actorOf(admin),
        url,
        text: text || null,
        signal: request.signal,
      });
      return findThemes(ids);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

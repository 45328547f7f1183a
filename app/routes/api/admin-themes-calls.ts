import { z } from "zod";
import { addressParams } from "#app/features/address.schema.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { extractThemes } from "#app/features/themes/server/extract-themes.server.ts";
import {
  countAllThemes,
  findTheme,
  findThemes,
  listThemes,
} from "#app/features/themes/server/list-themes.server.ts";
import { setThemeStatus } from "#app/features/themes/server/set-theme-status.server.ts";
import { generationRateSchema } from "#app/features/themes/tasks/generation-task.schema.ts";
import { defaultGenerationRate } from "#app/features/themes/tasks/generation-task.ts";
import { startThemeTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import {
  extractThemesSchema,
  themeIdSchema,
  themeReply,
  themeStatusSchema,
  themesReply,
} from "#app/features/themes/themes.schema.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAdmin } from "#app/http/core/endpoint.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const themeParams = addressParams({ id: themeIdSchema }, "テーマが見つかりません");

export const adminThemesCalls: CallTable = {
  "/api/admin/themes": {
    GET: forAdmin({
      summary: "動画から抽出したテーマを、新しい順に返します。",
      description: "全体の件数は`X-Total-Count`にあります。",
      query: z.object({
        page: z.coerce.number().int().min(1).max(10_000).default(1).describe("1から数えるページ"),
        limit: z.coerce.number().int().min(1).max(100).default(50).describe("1ページの件数"),
      }),
      reply: themesReply,
      async handle({ query }) {
        const themes = await listThemes(query);
        return Response.json(themes, {
          headers: { "Cache-Control": "no-store", "X-Total-Count": String(await countAllThemes()) },
        });
      },
    }),
  },
  "/api/admin/youtube/extract": {
    POST: forAdmin({
      summary: "動画からテーマを抽出し、新しいテーマを返します。",
      limit: rateLimits.extractThemes,
      body: extractThemesSchema,
      maxBytes: longTextBytes,
      reply: themesReply,
      errorStatuses: [409, 503],
      async handle({ admin, body, request }) {
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
  },
  "/api/admin/themes/:id/status": {
    PATCH: forAdmin({
      summary: "テーマを採用または不採用にします。",
      description: `\`pending\`から\`approved\`か\`rejected\`へ、\`approved\`から\`rejected\`へ変えられます。採用したものを外すときは、${adminPasswordDescription}`,
      params: themeParams,
      body: z.object({ status: themeStatusSchema }),
      reply: themeReply,
      errorStatuses: [404, 409],
      async handle({ admin, params, body }) {
        await setThemeStatus({ actor: actorOf(admin), id: params.id, status: body.status });
        return findTheme(params.id);
      },
    }),
  },
  "/api/admin/themes/:id/generate-audio": {
    POST: forAdmin({
      summary: "採用したテーマから、音声を作る作業をはじめます。",
      params: themeParams,
      body: z.object({ speakingRate: generationRateSchema.default(defaultGenerationRate) }),
      reply: z.object({ taskId: z.string() }),
      errorStatuses: [404, 409],
      async handle({ admin, params, body }) {
        return startThemeTask({
          actor: actorOf(admin),
          themeId: params.id,
          speakingRate: body.speakingRate,
        });
      },
    }),
  },
};

import { z } from "zod";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { findTheme } from "#app/features/themes/server/list-themes.server.ts";
import { setThemeStatus } from "#app/features/themes/server/set-theme-status.server.ts";
import { themeIdSchema, themeReply, themeStatusSchema } from "#app/features/themes/themes.schema.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  PATCH: forAdmin({
    summary: "テーマを採用または不採用にします。",
    description: `\`pending\`から\`approved\`か\`rejected\`へ、\`approved\`から\`rejected\`へ変えられます。採用したものを外すときは、${adminPasswordDescription}`,
    params: z.object({ id: themeIdSchema }),
    body: z.object({ status: themeStatusSchema }),
    reply: themeReply,
    errorStatuses: [404, 409],
    async answer({ admin, params, body }) {
      await setThemeStatus({ actor: actorOf(admin), id: params.id, status: body.status });
      return findTheme(params.id);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

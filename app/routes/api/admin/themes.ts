import { z } from "zod";
import { countAllThemes, listThemes } from "#app/features/themes/server/list-themes.server.ts";
import { themesReply } from "#app/features/themes/themes.schema.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAdmin({
    summary: "動画から抽出したテーマを、新しい順に返します。",
    description: "全体の件数は`X-Total-Count`にあります。",
    query: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1).describe("1から数えるページ"),
      limit: z.coerce.number().int().min(1).max(100).default(50).describe("1ページの件数"),
    }),
    reply: themesReply,
    async answer({ query }) {
      const themes = await listThemes(query);
      return Response.json(themes, {
        headers: { "Cache-Control": "no-store", "X-Total-Count": String(await countAllThemes()) },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

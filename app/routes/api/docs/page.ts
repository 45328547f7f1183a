import { docsPage } from "#app/features/api-docs/components/docs-page.tsx";
import { readTheme } from "#app/http/cookies/theme-cookie.ts";
import { currentApiDocument } from "#app/http/core/api-document.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "このAPIの文書をページとして返します。",
    produces: "text/html",
    async answer({ request, context, url }) {
      const { document } = await currentApiDocument();
      const theme = readTheme(request, url);
      return new Response(docsPage({ document, theme, origin: url.origin, nonce: context.nonce }), {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          // The nonce in it is this answer's.
          "Cache-Control": "private, no-cache",
        },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

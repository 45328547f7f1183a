import { z } from "zod";
import { docsPage } from "#app/features/api-docs/components/docs-page.tsx";
import { readColorScheme } from "#app/http/cookies/color-scheme-cookie.ts";
import { currentApiDocument } from "#app/http/core/api-document.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAnyone } from "#app/http/core/endpoint.server.ts";
import { listsEntityTag } from "#app/lib/entity-tag.ts";

/** Describes only the outside; OpenAPI defines the rest. */
const documentReply = z
  .looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.looseObject({}),
  })
  .meta({ id: "ApiDocument", description: "OpenAPI 3.1の文書です。" });

export const docsCalls: CallTable = {
  "/api/openapi.json": {
    GET: forAnyone({
      summary: "このAPIのOpenAPI文書を返します。",
      reply: documentReply,
      otherStatuses: { 304: "文書は変わっていません。" },
      async handle({ request }) {
        const { text, etag } = await currentApiDocument();
        const headers = {
          ETag: etag,
          "Cache-Control": "public, no-cache",
          // Tools in other sites' pages read it.
          "Access-Control-Allow-Origin": "*",
          "Cross-Origin-Resource-Policy": "cross-origin",
        };
        if (listsEntityTag(request.headers.get("If-None-Match") ?? "", etag, "weak"))
          return new Response(null, { status: 304, headers });
        return new Response(text, {
          headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
        });
      },
    }),
  },
  "/api/docs": {
    GET: forAnyone({
      summary: "このAPIの文書をページとして返します。",
      produces: "text/html",
      async handle({ request, context, url }) {
        const { document } = await currentApiDocument();
        const colorScheme = readColorScheme(request, url);
        return new Response(docsPage({ document, colorScheme, origin: url.origin, nonce: context.nonce }), {
          headers: {
            "Content-Type": "text/html; charset=utf-8",
            // The nonce in it is this answer's.
            "Cache-Control": "private, no-cache",
          },
        });
      },
    }),
  },
};

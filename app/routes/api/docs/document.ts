import { documentReply } from "#app/features/api-docs/document.schema.ts";
import { currentApiDocument } from "#app/http/core/api-document.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { listsEntityTag } from "#app/lib/entity-tag.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "このAPIのOpenAPI文書を返します。",
    reply: documentReply,
    otherStatuses: { 304: "文書は変わっていません。" },
    async answer({ request }) {
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
});
export const loader = route.loader;
export const action = route.action;

import { listKeys } from "#app/features/provenance/server/site-keys.server.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";
import { crossOriginHeaders } from "#app/http/core/security-headers.ts";

const route = endpoint({
  GET: forPublic({
    summary: "音声の来歴に署名する公開鍵を、いままでのものもすべて返します。",
    produces: "application/jwk-set+json",
    handle: async () =>
      new Response(JSON.stringify(await listKeys()), {
        headers: {
          "Content-Type": "application/jwk-set+json",
          "Cache-Control": "public, max-age=300",
          ...crossOriginHeaders,
        },
      }),
  }),
});
export const loader = route.loader;
export const action = route.action;

import { z } from "zod";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "サーバーが応答するかどうかを返します。",
    reply: z.object({ pong: z.literal<boolean>(true), timestamp: z.iso.datetime() }),
    handle: async () => ({ pong: true, timestamp: new Date().toISOString() }),
  }),
});
export const loader = route.loader;
export const action = route.action;

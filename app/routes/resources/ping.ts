import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({ answer: async () => ({ pong: true, timestamp: new Date().toISOString() }) }),
});
export const loader = route.loader;
export const action = route.action;

import { startSpeedTrial } from "#app/features/premium/start-speed-trial.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  POST: forMembers({
    answer: async ({ viewer }) => ({ speedTrialEndsAt: await startSpeedTrial({ viewer }) }),
  }),
});
export const loader = route.loader;
export const action = route.action;

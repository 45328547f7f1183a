import { speedTrialReply } from "#app/features/premium/premium.schema.ts";
import { startSpeedTrial } from "#app/features/premium/server/start-speed-trial.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "2.0倍速のお試しを始めます。",
    description: "お試しはアカウントごとに1回、24時間です。",
    reply: speedTrialReply,
    answer: async ({ viewer }) => ({ speedTrialEndsAt: await startSpeedTrial({ viewer }) }),
  }),
});
export const loader = route.loader;
export const action = route.action;

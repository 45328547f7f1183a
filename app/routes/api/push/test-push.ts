import { testPushReply, testPushSchema } from "#app/features/push/push.schema.ts";
import { sendTestPush } from "#app/features/push/server/enqueue-push.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "自分の端末にテスト通知を送ります。",
    reply: testPushReply,
    limit: rateLimits.testPush,
    body: testPushSchema,
    async answer({ viewer }) {
      return { success: true, devices: await sendTestPush({ viewer }) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

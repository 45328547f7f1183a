import { memberReply } from "#app/features/admin/members/members.schema.ts";
import type { MemberPage } from "#app/features/admin/members/server/list-members.server.ts";

/** A page of members as JSON, with its counts and the next page's cursor in headers. */
export function membersResponse({ members, total, filtered, next }: MemberPage): Response {
  const body = members.map((member) => memberReply.parse(member));
  return Response.json(body, {
    headers: {
      "Cache-Control": "no-store",
      "X-Total-Count": String(total.count),
      "X-Filtered-Count": String(filtered.count),
      ...(next && { "X-Next-Cursor": next }),
    },
  });
}

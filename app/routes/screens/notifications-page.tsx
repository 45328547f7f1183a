import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { NotificationsScreen } from "#app/features/notifications/components/notifications-screen.tsx";
import { markReadFormSchema } from "#app/features/notifications/notifications.schema.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import {
  markAllNotificationsRead,
  markNotificationRead,
} from "#app/features/notifications/server/mark-notifications-read.server.ts";
import { toNotificationListItem } from "#app/features/notifications/server/present-notification.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/notifications-page";

const pageSize = 20;

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("通知", matches) }];

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const now = new Date();
  const loadedAt = now.getTime();
  const viewer = await getViewer(context);
  if (!viewer) return { isMember: false, isFirst: true, notifications: [], next: null, loadedAt };
  const { url, isDocument } = context.get(requestContext);
  const cursorParam = url.searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(cursorParam) ? cursorParam : undefined;
  const { groups, next } = await listNotifications({
    viewer: requireMember(viewer),
    limit: pageSize,
    cursor,
  });
  // An empty later page of a document request redirects; a page loaded into the open list may be empty.
  if (isDocument && cursor && groups.length === 0) throw redirect("/notifications");
  const notifications = groups.map((group) => toNotificationListItem(group, now));
  return { isMember: true, isFirst: cursor === undefined, notifications, next, loadedAt };
});

export const action = formAction({
  schema: markReadFormSchema,
  who: "member",
  limit: rateLimits.readNotifications,
  async run({ context, viewer, value: { id } }) {
    if (id === null) {
      await markAllNotificationsRead({ viewer });
      setFlash(context, "notifications-read");
    } else await markNotificationRead({ viewer, id });
    const cursor = context.get(requestContext).url.searchParams.get("cursor");
    const isOlder = id !== null && cursor !== null && decodeCursor(cursor) !== null;
    return redirect(isOlder ? `/notifications?${new URLSearchParams({ cursor })}` : "/notifications", 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { isMember, isFirst } = loaderData;
  if (!isMember)
    return (
      <LoginPrompt
        returnPath="/notifications"
        heading="通知"
        lead="いいねやフォロー、フォロー中の新着が届きます。"
      />
    );
  return (
    <>
      {actionData && (
        <Notice tone="error" title="既読にできませんでした" className="mx-auto mt-4 max-w-152">
          {firstMessage(actionData)}
        </Notice>
      )}
      <NotificationsScreen first={loaderData} isFirst={isFirst} />
    </>
  );
}

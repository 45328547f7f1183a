import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { NotificationsScreen } from "#app/features/notifications/components/notifications-screen.tsx";
import { listedNotification } from "#app/features/notifications/listed-notification.ts";
import { readForm } from "#app/features/notifications/notifications.schema.ts";
import { listNotifications } from "#app/features/notifications/server/list-notifications.server.ts";
import { readAll } from "#app/features/notifications/server/read-all.server.ts";
import { readNotification } from "#app/features/notifications/server/read-notification.server.ts";
import { refusalText } from "#app/features/refused-form.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/notifications";

const pageSize = 20;

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("通知", matches) }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const now = new Date();
  const loadedAt = now.getTime();
  const viewer = await getViewer(context);
  if (!viewer) return { isMember: false, isFirst: true, notifications: [], next: null, loadedAt };
  const { url, isDocument } = context.get(requestContext);
  const asked = url.searchParams.get("cursor") ?? "";
  const cursor = readCursor(asked) ? asked : undefined;
  const { bundles, next } = await listNotifications({
    viewer: requireMember(viewer),
    limit: pageSize,
    cursor,
  });
  // The last one of a later page is gone. What is loaded into a page that stands may be empty.
  if (isDocument && cursor && bundles.length === 0) throw redirect("/notifications");
  const notifications = bundles.map((bundle) => listedNotification(bundle, now));
  return { isMember: true, isFirst: cursor === undefined, notifications, next, loadedAt };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const fields = await readFields(request);
  const viewer = requireMember(await getViewer(context));
  return answerForm({
    context,
    values: fields,
    async work() {
      const { id } = checked(readForm, fields);
      const { url, address } = context.get(requestContext);
      countAgainst(rateLimits.readNotifications, { viewer, address });
      if (id === null) await readAll({ viewer });
      else await readNotification({ viewer, id });
      if (id === null) sayOnNextPage(context, "notifications-read");
      const cursor = url.searchParams.get("cursor");
      const isOlder = id !== null && cursor !== null && readCursor(cursor) !== null;
      return redirect(isOlder ? `/notifications?${new URLSearchParams({ cursor })}` : "/notifications", 303);
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { isMember, isFirst } = loaderData;
  if (!isMember) return <LoginPrompt returnPath="/notifications" heading="通知" />;
  return (
    <>
      {actionData && (
        <Notice tone="error" title="既読にできませんでした" className="mx-auto mt-4 max-w-152">
          {refusalText(actionData)}
        </Notice>
      )}
      <NotificationsScreen first={loaderData} isFirst={isFirst} />
    </>
  );
}

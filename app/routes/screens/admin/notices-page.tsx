import { redirect } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { noticesForm } from "#app/features/admin/notices/notices.schema.ts";
import { NoticesScreen, noticesPath } from "#app/features/admin/notices/notices-screen.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import {
  announce,
  endAnnouncement,
  endMaintenance,
  startMaintenance,
} from "#app/features/announcements/server/announcement-verbs.server.ts";
import { listAnnouncements } from "#app/features/announcements/server/list-announcements.server.ts";
import {
  currentMaintenance,
  maintenanceEnd,
  refreshSiteState,
} from "#app/features/announcements/server/site-state.server.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { formClientAction } from "#app/ui/form/form-client-action.ts";
import type { Route } from "./+types/notices-page";

export const meta: Route.MetaFunction = () => adminMeta("全員へのお知らせ");

export const loader = adminPageLoader(async (_: Route.LoaderArgs) => {
  // Another process may have changed it.
  await refreshSiteState();
  const maintenance = currentMaintenance();
  return {
    announcements: await listAnnouncements(),
    maintenance: maintenance && { end: maintenanceEnd(maintenance), note: maintenance.note },
  };
});

export const action = formAction({
  who: "admin",
  schema: noticesForm,
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    switch (value.intent) {
      case "announce":
        await announce({ ...value, actor });
        setFlash(context, "announcement-made");
        break;
      case "end":
        await endAnnouncement({ actor, id: value.id });
        setFlash(context, "announcement-ended");
        break;
      case "start-maintenance":
        await startMaintenance({ ...value, actor });
        setFlash(context, "maintenance-started");
        break;
      case "end-maintenance":
        await endMaintenance({ actor });
        setFlash(context, "maintenance-ended");
    }
    return redirect(noticesPath, 303);
  },
});

export const clientAction = (args: Route.ClientActionArgs) => formClientAction(args);

export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  return <NoticesScreen {...loaderData} formResult={actionData} />;
}

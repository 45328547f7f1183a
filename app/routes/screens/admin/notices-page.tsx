import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { cancelBulkRun } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { countNotified } from "#app/features/admin/bulk/write-to-members.server.ts";
import { AnnouncementEmailScreen } from "#app/features/admin/notices/announcement-email-screen.tsx";
import {
  loadAnnouncementEmailPage,
  previewAnnouncementEmail,
} from "#app/features/admin/notices/load-announcement-email.server.ts";
import { noticesForm } from "#app/features/admin/notices/notices.schema.ts";
import { noticesPath } from "#app/features/admin/notices/notices.ts";
import { NoticesScreen } from "#app/features/admin/notices/notices-screen.tsx";
import {
  announceToMembers,
  listAnnouncementRuns,
  sendAnnouncementEmails,
  sendNotifications,
} from "#app/features/admin/notices/send-announcement.server.ts";
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
import type { FlashKey } from "#app/features/site/flash.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/notices-page";

export const meta: Route.MetaFunction = () => adminMeta("全員へのお知らせ");

export const loader = adminPageLoader(async ({ context }: Route.LoaderArgs) => {
  const asked = context.get(requestContext).url.searchParams.get("letter") ?? "";
  if (asked !== "")
    return { letter: await loadAnnouncementEmailPage(/^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : 0) };
  // Another process may have changed it.
  await refreshSiteState();
  const maintenance = currentMaintenance();
  const announcements = await listAnnouncements();
  const runs = await listAnnouncementRuns(announcements.map(({ id }) => id));
  return {
    letter: null,
    announcements: announcements.map((each) => ({ ...each, runs: runs.get(each.id) ?? [] })),
    memberCount: await countNotified(),
    maintenance: maintenance && { end: maintenanceEnd(maintenance), note: maintenance.note },
  };
});

export const action = formAction({
  who: "admin",
  schema: noticesForm,
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    const back = (flash: FlashKey) => redirectWithFlash(context, noticesPath, flash);
    switch (value.intent) {
      case "announce":
        await (value.notifies ? announceToMembers : announce)({ ...value, actor });
        return back("announcement-made");
      case "notify":
        await sendNotifications({ actor, id: value.id });
        return back("announcement-notified");
      case "preview-letter":
        return previewAnnouncementEmail(value);
      case "send-letter":
        await sendAnnouncementEmails({
          actor,
          id: value.id,
          email: { subject: value.subject, text: value.text },
        });
        return back("letters-started");
      case "cancel-run":
        await cancelBulkRun({ actor, runId: value.runId });
        return back("announcement-run-cancelled");
      case "end":
        await endAnnouncement({ actor, id: value.id });
        return back("announcement-ended");
      case "start-maintenance":
        await startMaintenance({ ...value, actor });
        return back("maintenance-started");
      case "end-maintenance":
        await endMaintenance({ actor });
        return back("maintenance-ended");
    }
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.letter) return <NoticesScreen {...loaderData} />;
  const previewed = actionData && "preview" in actionData ? actionData : undefined;
  return <AnnouncementEmailScreen {...loaderData.letter} previewed={previewed} />;
}

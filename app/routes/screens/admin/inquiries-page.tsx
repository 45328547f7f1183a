import { redirect } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { listBulkRuns } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { deleteReportedTrackForm, inquiryForm } from "#app/features/admin/inquiries/inquiries.schema.ts";
import {
  inquiriesHref,
  inquiriesPath,
  inquiryTabAct,
  parseInquiryFilter,
} from "#app/features/admin/inquiries/inquiries.ts";
import { InquiryPage } from "#app/features/admin/inquiries/inquiry-page.tsx";
import { loadInquiries, searchMessages } from "#app/features/admin/inquiries/load-inquiries.server.ts";
import { runInquiryForm } from "#app/features/admin/inquiries/run-inquiry-form.server.ts";
import { findListedPage, pageOf } from "#app/features/admin/parts/pager.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { isPermitted, requirePermission } from "#app/features/audit/operator-roles.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/inquiries-page";

export const meta: Route.MetaFunction = () => adminMeta("お問い合わせ・報告");

export const loader = adminPageLoader(async ({ context, admin }: AdminArguments<Route.LoaderArgs>) => {
  const { searchParams } = context.get(requestContext).url;
  const filter = parseInquiryFilter(searchParams);
  const tabAct = inquiryTabAct(filter.tab);
  if (!searchParams.has("tab") && !isPermitted(admin, tabAct))
    throw redirect(inquiriesHref({ tab: "reports" }));
  requirePermission(admin, tabAct);
  return {
    filter,
    ...(await findListedPage({
      page: pageOf(searchParams),
      find: (page) => loadInquiries(filter, page),
      totalOf: ({ messages, reports, subjects, emails }) =>
        (messages ?? reports ?? subjects ?? emails)?.total ?? 0,
    })),
    // The operator has not seen what comes after this.
    seenAt: Date.now(),
    runs: await listBulkRuns(
      filter.tab === "messages" ? ["messages"] : filter.tab === "reports" ? ["reports"] : [],
    ),
  };
});

function backToList(context: Route.ActionArgs["context"], flash: FlashKey | null): Response {
  const query = new URLSearchParams(context.get(requestContext).url.searchParams);
  query.delete("delete");
  // The draft was sent.
  query.delete("template");
  return redirectWithFlash(context, query.size > 0 ? `${inquiriesPath}?${query}` : inquiriesPath, flash);
}

const changeInquiry = formAction({
  who: "admin",
  schema: inquiryForm,
  async run({ context, value, viewer: admin }) {
    if (value.intent === "message-search")
      return { searched: { email: value.email, messages: await searchMessages(value.email) } };
    const filter = parseInquiryFilter(context.get(requestContext).url.searchParams);
    return backToList(context, await runInquiryForm(value, actorOf(admin), filter));
  },
});

const deleteReportedTrack = formAction({
  who: "admin",
  schema: deleteReportedTrackForm,
  async run({ context, value: { trackId, reason }, viewer: admin }) {
    await deleteTrack({ actor: actorOf(admin), trackId, reason: reason || null });
    return backToList(context, "track-deleted");
  },
});

export const action = (args: Route.ActionArgs) =>
  args.context.get(requestContext).url.searchParams.has("delete")
    ? deleteReportedTrack(args)
    : changeInquiry(args);

export {
  formClientAction as clientAction,
  revalidateAfterConflict as shouldRevalidate,
} from "#app/ui/form/form-client-action.ts";

export default function Inquiries({ loaderData, actionData }: Route.ComponentProps) {
  const searched = actionData && "searched" in actionData ? actionData.searched : null;
  return <InquiryPage {...loaderData} searched={searched} />;
}

import { officialAccount, profilePath } from "#app/features/accounts/account.ts";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { Forbidden } from "#app/features/domain-error.ts";
import { findPersonOfPage, personNotFound } from "#app/features/people/server/find-person.server.ts";
import { memberReportMessages, memberReportPath } from "#app/features/reports/report.ts";
import { reportMember } from "#app/features/reports/report-member-or-playlist.server.ts";
import { ReportPage } from "#app/features/reports/report-page.tsx";
import { subjectReportSchema } from "#app/features/reports/reports.schema.ts";
import { findOwnReport } from "#app/features/reports/reports.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/report-person";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(memberReportMessages.heading, matches) },
  { name: "robots", content: "noindex" },
];

export const loader = viewerLoader(async ({ params, viewer }: ByViewer<Route.LoaderArgs>) => {
  const person = await findPersonOfPage({ segment: params.userId });
  if (person.id === officialAccount.id) throw personNotFound();
  if (person.id === viewer?.id) throw new Forbidden(memberReportMessages.own);
  return {
    person,
    previous: viewer && (await findOwnReport({ viewer, subject: { memberId: person.id } })),
  };
});

export const action = formAction({
  schema: subjectReportSchema,
  who: "anyone",
  limit: rateLimits.report,
  find: ({ params }) => findPersonOfPage({ segment: params.userId ?? "" }),
  async run({ context, viewer, value, found: person }) {
    await reportMember({ viewer, memberId: person.id, report: value });
    return redirectWithFlash(context, profilePath(person), "reported");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function ReportPerson({ loaderData, actionData }: Route.ComponentProps) {
  const { person, previous } = loaderData;
  return (
    <ReportPage
      heading={memberReportMessages.heading}
      lead="名前や画像、ふるまいに問題があると思われるときにお知らせください。内容を確認し、必要な対応をします。音声やプレイリストのことは、それぞれのページから報告できます。"
      noun="会員"
      back={{ to: profilePath(person), label: "プロフィールに戻る" }}
      action={memberReportPath(person)}
      previous={previous}
      formResult={actionData}
    >
      <Avatar name={person.name} picture={person.picture} width={48} className="size-12" />
      <div className="min-w-0">
        <p className="line-clamp-2 font-bold">{person.name}</p>
        {person.customUserId && <p className="truncate text-sm text-muted">@{person.customUserId}</p>}
      </div>
    </ReportPage>
  );
}

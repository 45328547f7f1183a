import { Form, Link, redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { insightsFormSchema, stopTokenSchema } from "#app/features/insights/insights.schema.ts";
import {
  insightsCsvPath,
  insightsHeading,
  insightsPath,
  trackInsightsPath,
} from "#app/features/insights/insights.ts";
import { DaysCard, FactsCard, SourcesCard } from "#app/features/insights/insights-charts.tsx";
import {
  findMemberInsights,
  type TrackInsightsEntry,
} from "#app/features/insights/server/find-insights.server.ts";
import {
  isWeeklyEmailOn,
  setWeeklyEmail,
  stopWeeklyEmail,
} from "#app/features/insights/server/weekly-email.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type FormResult, firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/insights-page";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(insightsHeading, matches) }];

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { searchParams } = context.get(requestContext).url;
  const stop = stopTokenSchema.safeParse(searchParams.get("stop")).data;
  if (stop) return { kind: "stop" as const, token: stop };
  const viewer = await getViewer(context);
  if (!viewer) return null;
  const asked = searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(asked) ? asked : undefined;
  const member = requireMember(viewer);
  const [insights, isWeeklyOn] = await Promise.all([
    findMemberInsights({ viewer: member, cursor }),
    isWeeklyEmailOn(member.id),
  ]);
  return { kind: "member" as const, ...insights, isFirst: !cursor, isWeeklyOn };
});

export const action = formAction({
  schema: insightsFormSchema,
  who: "anyone",
  async run({ viewer, value, context }) {
    if (value.intent === "stop-weekly-email") {
      await stopWeeklyEmail(value.token);
      return redirectWithFlash(context, viewer ? insightsPath : "/", "weekly-email-stopped");
    }
    await setWeeklyEmail({ viewer: requireMember(viewer), isOn: value.isOn === "on" });
    return redirect(insightsPath, 303);
  },
});

const back = { to: "/profile", label: "マイページ" };

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Insights({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData)
    return (
      <LoginPrompt
        returnPath={insightsPath}
        heading={insightsHeading}
        lead="投稿した音声がどれだけ、どこまで聴かれたかがわかります。"
      />
    );
  if (loaderData.kind === "stop") return <StopWeeklyEmail token={loaderData.token} formResult={actionData} />;
  const { days, received, tracks, next, isFirst, isWeeklyOn } = loaderData;
  if (isFirst && tracks.length === 0)
    return (
      <Page title={insightsHeading} back={back}>
        <EmptyState
          icon="headphones"
          title="まだ投稿がありません"
          heading="h2"
          action={<ButtonLink to="/create-post">音声を作る</ButtonLink>}
        >
          音声を投稿すると、聴かれた回数や、どこまで聴かれたかがここに出ます。
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title={insightsHeading}
      back={back}
      lead="見られるのはあなただけです。"
      actions={
        <ButtonLink to={insightsCsvPath()} reloadDocument variant="quiet" icon="download">
          CSVで保存
        </ButtonLink>
      }
    >
      {isFirst && (
        <>
          <DaysCard days={days} />
          <SourcesCard days={days} />
          <FactsCard
            facts={[
              { label: "いいね", value: received.likes },
              { label: "プレイリストへの保存", value: received.saves },
            ]}
          />
          <WeeklyEmailForm isOn={isWeeklyOn} />
        </>
      )}
      <section aria-labelledby="tracks" className="pt-4">
        <h2 id="tracks" className="text-base font-bold">
          音声ごと
        </h2>
        <ul className="divide-y divide-line">
          {tracks.map((track) => (
            <Entry key={track.id} track={track} />
          ))}
        </ul>
        {next && (
          <p className="pt-4 text-center">
            <ButtonLink to={`${insightsPath}?cursor=${encodeURIComponent(next)}`} variant="quiet">
              もっと前の音声
            </ButtonLink>
          </p>
        )}
      </section>
    </Page>
  );
}

function WeeklyEmailForm({ isOn }: { isOn: boolean }) {
  return (
    <Card as="div">
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <input type="hidden" name="intent" value="weekly-email" />
        <input type="hidden" name="isOn" value={isOn ? "off" : "on"} />
        <p className="min-w-[min(14rem,100%)] flex-1">
          <span className="block font-bold">週に一度のメール：{isOn ? "オン" : "オフ"}</span>
          <span className="block text-xs text-muted">
            月曜の朝、前の7日に聴かれた回数をお送りします。聴かれなかった週には届きません。
          </span>
        </p>
        <Button variant="quiet">{isOn ? "受け取らない" : "受け取る"}</Button>
      </Form>
    </Card>
  );
}

/** For who comes from an email, signed in or not: opening a link stops nothing. */
function StopWeeklyEmail({ token, formResult }: { token: string; formResult: FormResult | undefined }) {
  return (
    <Page title="週に一度のメールを止めます" lead="「反響」のページで、いつでもまた受け取れます。">
      {formResult && <Notice tone="error" title={firstMessage(formResult)} />}
      <Form method="post">
        <input type="hidden" name="intent" value="stop-weekly-email" />
        <input type="hidden" name="token" value={token} />
        <Button wide>メールを止める</Button>
      </Form>
    </Page>
  );
}

function Entry({ track }: { track: TrackInsightsEntry }) {
  const facts = [
    `30日で${track.plays}回再生`,
    track.likeCount > 0 && `いいね${track.likeCount}`,
    track.bookmarkCount > 0 && `保存${track.bookmarkCount}`,
  ];
  return (
    <li>
      <Link
        to={trackInsightsPath(track.id)}
        className="flex min-h-14 items-center gap-3 py-2 hover:underline"
      >
        <CoverImage track={track} className="size-12" />
        <span className="min-w-0">
          <span className="block truncate">{track.title}</span>
          <span className="block text-xs text-muted tabular-nums">{facts.filter(Boolean).join(" ・ ")}</span>
        </span>
      </Link>
    </li>
  );
}

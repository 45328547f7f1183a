import { Form, Link, redirect } from "react-router";
import { z } from "zod";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { loadWelcome, type SuggestedPerson } from "#app/features/arrival/load-welcome.server.ts";
import { recordAgeStatement } from "#app/features/arrival/record-age-statement.server.ts";
import { followMember, unfollowMember } from "#app/features/people/server/follow-member.server.ts";
import { UserIdField } from "#app/features/profile/components/user-id-field.tsx";
import { profileSchema } from "#app/features/profile/profile.schema.ts";
import { updateProfile } from "#app/features/profile/server/update-profile.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { ageStatement, configuredOperator } from "#app/features/support/articles/server/facts.server.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { Seal } from "#app/ui/seal.tsx";
import type { Route } from "./+types/welcome-page";

const path = "/welcome";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("ようこそ", matches) }];

export const loader = viewerLoader(async ({ viewer }: ByViewer<Route.LoaderArgs>) => {
  const welcome = viewer && (await loadWelcome({ viewer: requireMember(viewer) }));
  return { welcome: welcome && { ...welcome, ageStatement: ageStatement(configuredOperator()) } };
});

export const action = formAction({
  schema: z.discriminatedUnion(
    "intent",
    [
      z.object({
        intent: z.literal("choose-id"),
        // Elsewhere an empty one changes nothing; here it would be told as saved.
        customUserId: profileSchema.shape.customUserId.refine(Boolean, "ユーザーIDを入力してください"),
      }),
      z.object({
        intent: z.literal("state-age"),
        age: z.literal("on", { error: "当てはまることを確かめて、チェックを入れてください" }),
      }),
      z.object({ intent: z.enum(["follow", "unfollow"]), userId: z.string().max(100) }),
    ],
    { error: "操作を読み取れませんでした" },
  ),
  who: "member",
  limit: rateLimits.follow,
  async run({ context, viewer, value }) {
    if (value.intent === "choose-id") {
      await updateProfile({ viewer, changes: { customUserId: value.customUserId } });
      if (context.get(requestContext).isDocument) setFlash(context, "profile-saved");
    } else if (value.intent === "state-age") {
      await recordAgeStatement({ viewer });
    } else {
      const changeFollow = value.intent === "follow" ? followMember : unfollowMember;
      await changeFollow({ viewer, userId: value.userId });
    }
    return redirect(path, 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const { welcome } = loaderData;
  if (!welcome) return <LoginPrompt returnPath={path} heading="ようこそ" />;
  const { name, customUserId, people, hasStatedAge } = welcome;
  const refused = submittedValue(actionData, "intent");
  const isChoice = refused === "choose-id";
  const isAge = refused === "state-age";
  return (
    <Page
      title={
        <>
          ようこそ、<span className="inline-block wrap-anywhere">{name}さん</span>
          <Seal text="入会" className="ml-3" />
        </>
      }
      lead="これで、すべて聴けるようになりました。次のことは、あとからでもできます。"
    >
      <div className="space-y-10">
        {!hasStatedAge && (
          <StateAge statement={welcome.ageStatement} formResult={isAge ? actionData : undefined} />
        )}
        {actionData && !(isAge && !hasStatedAge) && (!isChoice || customUserId !== null) && (
          <Notice tone="error" title="変更できませんでした">
            {firstMessage(actionData)}
          </Notice>
        )}
        <ChooseId customUserId={customUserId} formResult={isChoice ? actionData : undefined} />
        {people.length > 0 && (
          <section aria-labelledby="people" className="space-y-3">
            <h2 id="people" className="text-lg">
              気になる人をフォロー
            </h2>
            <p className="text-sm text-muted">新しい音声がホームに並び、通知でお知らせします。</p>
            <ul className="divide-y divide-line">
              {people.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </ul>
          </section>
        )}
        <div className="space-y-2">
          <ButtonLink to="/?from_auth=true" icon="headphones" size="large" wide>
            聴きはじめる
          </ButtonLink>
          <ButtonLink to="/create-post" variant="plain" wide>
            音声を作る
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
}

/** Asked once of every new member; the terms ask for it. */
function StateAge({ statement, formResult }: { statement: string; formResult: FormResult | undefined }) {
  return (
    <section aria-labelledby="your-age" className="space-y-3">
      <h2 id="your-age" className="text-lg">
        はじめに、年齢の確認
      </h2>
      <Form method="post" action={path} preventScrollReset className="space-y-3">
        <input type="hidden" name="intent" value="state-age" />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="age"
            required
            aria-describedby={formResult ? "age-error" : undefined}
            className="size-5 shrink-0"
          />
          <span>{statement}</span>
        </label>
        {formResult && (
          <Notice tone="error">
            <span id="age-error">{firstMessage(formResult)}</span>
          </Notice>
        )}
        <p className="text-sm text-muted">
          <Link to="/terms" className="underline">
            利用規約
          </Link>
          が求めるものです。申告した日時だけを記録します。
        </p>
        <Button variant="quiet">確認しました</Button>
      </Form>
    </section>
  );
}

function ChooseId(props: { customUserId: string | null; formResult: FormResult | undefined }) {
  const { customUserId, formResult } = props;
  const { form, fields, field, isSubmitting, error } = useFormPost<{ customUserId: string }>({
    id: "choose-id",
    action: path,
    intent: "choose-id",
    formResult,
  });
  return (
    <section aria-labelledby="your-id" className="space-y-3">
      <h2 id="your-id" className="text-lg">
        あなたのページの名前
      </h2>
      {customUserId ? (
        <p className="text-sm">
          <Link to={`/${customUserId}`} className="inline-flex min-h-11 items-center underline">
            あなたのページ（{customUserId}）
          </Link>
          ができました。
        </p>
      ) : (
        <Form {...form} preventScrollReset className="space-y-3">
          <input type="hidden" name="intent" value="choose-id" />
          <UserIdField {...field(fields.customUserId)} own={null} />
          {error && <Notice tone="error">{error}</Notice>}
          <Button variant="quiet" busy={isSubmitting} busyLabel="保存中...">
            この名前にする
          </Button>
        </Form>
      )}
    </section>
  );
}

function PersonRow({ person }: { person: SuggestedPerson }) {
  const { id, name, picture, path: personPath, why, isFollowed } = person;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Avatar name={name} picture={picture} width={48} className="size-12" />
      <p className="min-w-32 flex-1 leading-snug">
        <Link to={personPath} className="line-clamp-2 font-bold hover:underline">
          {name}
        </Link>
        <span className="block truncate text-sm text-muted">{why}</span>
      </p>
      <Form method="post" action={path} preventScrollReset className="shrink-0">
        <input type="hidden" name="userId" value={id} />
        <input type="hidden" name="intent" value={isFollowed ? "unfollow" : "follow"} />
        <Button
          variant="quiet"
          icon={isFollowed ? "check" : "plus"}
          aria-label={isFollowed ? `${name}のフォローをやめる` : `${name}をフォロー`}
        >
          {isFollowed ? "フォロー中" : "フォロー"}
        </Button>
      </Form>
    </li>
  );
}

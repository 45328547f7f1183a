import { Form, Link, useNavigation } from "react-router";
import { profilePath } from "#app/features/accounts/account.ts";
import { RefusalNotice } from "#app/features/accounts/sign-in/components/session-ended-notice.tsx";
import type { Person } from "#app/features/people/person.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";

/** Of a member's page: asks before the block (`BlockQuestion`). */
export const blockParameter = "block";

/** Beside the link that reports a member. */
export function BlockLink() {
  return (
    <Link
      to={`?${blockParameter}`}
      rel="nofollow"
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm text-muted hover:text-ink hover:underline"
    >
      <Icon name="eye-off" />
      ブロックする
    </Link>
  );
}

/** What a block does, before it is done. */
export function BlockQuestion({ person, refused }: { person: Person; refused: FormResult | undefined }) {
  const { state } = useNavigation();
  const path = profilePath(person);
  return (
    <Page title={`${person.name}さんをブロックしますか？`} back={{ to: path, label: "プロフィールに戻る" }}>
      <div className="space-y-4">
        <ul className="list-disc space-y-2 pl-5">
          <li>おたがいのフォローを解除します。ブロックのあいだは、どちらからもフォローできません。</li>
          <li>この方の音声とプレイリスト、名前は、あなたの一覧や検索に出なくなります。</li>
          <li>この方からの通知も、この方への通知も届かなくなります。これまでの通知は消えます。</li>
          <li>ブロックしたことは、相手に知らせません。公開している音声は、おたがいにリンクから聴けます。</li>
        </ul>
        <p className="text-sm text-muted">
          いつでも、このページか設定から解除できます。フォローは戻りません。
        </p>
        {refused && <RefusalNotice formResult={refused} className="" />}
        <Form method="post" className="flex flex-wrap gap-2 pt-2">
          <input type="hidden" name="intent" value="block" />
          <Button variant="danger" icon="eye-off" busy={state !== "idle"} busyLabel="ブロックしています">
            ブロックする
          </Button>
          <ButtonLink to={path} variant="quiet">
            やめる
          </ButtonLink>
        </Form>
      </div>
    </Page>
  );
}

/** On the page of what such a member made; `path`: the member's page. */
export function BlockedAuthorNotice({ path, className }: { path: string; className: string }) {
  return (
    <Notice
      title="ブロック中の会員です"
      className={className}
      actions={
        <ButtonLink to={path} variant="quiet">
          プロフィールで解除する
        </ButtonLink>
      }
    />
  );
}

/** On the page of a member whom the viewer blocks. */
export function BlockedNotice() {
  const { formData } = useNavigation();
  return (
    <Notice
      title="ブロック中の会員です"
      className="mt-4"
      actions={
        <Form method="post">
          <input type="hidden" name="intent" value="unblock" />
          <Button variant="quiet" busy={formData?.get("intent") === "unblock"} busyLabel="解除しています">
            ブロックを解除する
          </Button>
        </Form>
      }
    >
      あなたの一覧や検索、通知には出ません。
    </Notice>
  );
}

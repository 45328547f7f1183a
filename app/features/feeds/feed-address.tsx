import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { CopyButton } from "#app/ui/share/copy-button.tsx";
import { ShownText } from "#app/ui/share/copy-field.tsx";

interface FeedAddressProps {
  address: string;
  isOpen?: boolean;
  children?: ReactNode;
}

/** The feed's absolute URL with a copy button, for podcast apps. `isOpen`: the owner's form in it was refused. */
export function FeedAddress({ address, isOpen = false, children }: FeedAddressProps) {
  return (
    <details className="group open:basis-full" open={isOpen}>
      <summary className="flex min-h-11 w-fit list-none items-center gap-2 rounded-full px-4 text-sm font-bold text-accent hover:bg-sunken max-rail:mx-auto [&::-webkit-details-marker]:hidden">
        <Icon name="rss" />
        ポッドキャストで聴く
        <Icon name="down" className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-2 space-y-3 rounded-card border border-line bg-surface p-4 text-left">
        <p className="text-sm text-muted">
          ポッドキャストアプリの「URLで番組を追加」に、このアドレスを貼り付けてください。新しい音声も届きます。
        </p>
        <ShownText text={address} ariaLabel="フィードのアドレス" />
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton text={address} label="アドレスをコピー" variant="primary" />
          <a
            href={address}
            className="inline-flex min-h-11 items-center rounded-full px-4 text-sm font-bold text-accent hover:bg-sunken"
          >
            RSSを開く
          </a>
        </div>
        {children && <div className="border-t border-line pt-4">{children}</div>}
      </div>
    </details>
  );
}

const intent = "feed-verification";

/** The page action's result, if it is about this form. */
export const feedVerificationResult = (formResult: FormResult | undefined): FormResult | undefined =>
  submittedValue(formResult, "intent") === intent ? formResult : undefined;

interface FeedVerificationProps {
  verification: string | null;
  formResult: FormResult | undefined;
  values?: Record<string, string>;
}

/** The owner's form for the text by which a podcast directory knows the feed's owner. */
export function FeedVerificationForm({ verification, formResult, values = {} }: FeedVerificationProps) {
  const { pathname, search } = useLocation();
  const { form, fields, field, isSubmitting, error } = useFormPost<{ verification: string }>({
    id: "feed-verification",
    action: pathname + search,
    intent,
    formResult: feedVerificationResult(formResult),
    defaultValue: { verification: verification ?? "" },
  });
  return (
    <Form {...form} className="space-y-3">
      {Object.entries({ intent, ...values }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {error && <Notice tone="error" title={error} />}
      <TextField
        {...field(fields.verification)}
        label="配信サービスの確認コード"
        hint="任意"
        autoComplete="off"
        spellCheck={false}
        help="SpotifyやApple Podcastsなどに登録するとき、フィードに載せるように案内された文字列です。確認が済んだら、空にして保存できます。"
      />
      <Button variant="quiet" busy={isSubmitting} busyLabel="保存しています">
        確認コードを保存
      </Button>
    </Form>
  );
}

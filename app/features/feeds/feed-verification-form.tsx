import { Form, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";

const intent = "feed-verification";

/** What the page's action returned, where it is about this form. */
export const feedVerificationAnswer = (answer: FormResult | undefined): FormResult | undefined =>
  submittedValue(answer, "intent") === intent ? answer : undefined;

interface FeedVerificationProps {
  verification: string | null;
  /** Of the page's action, for whichever form. */
  answer: FormResult | undefined;
  /** Further hidden fields. */
  values?: Record<string, string>;
}

/** The owner's form for the text with which a podcast directory knows whose the feed is. */
export function FeedVerificationForm({ verification, answer, values = {} }: FeedVerificationProps) {
  const { pathname, search } = useLocation();
  const { form, fields, field, isSubmitting, error } = useFormPost<{ verification: string }>({
    id: "feed-verification",
    action: pathname + search,
    intent,
    answer: feedVerificationAnswer(answer),
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

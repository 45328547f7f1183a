import { Form } from "react-router";
import { type OperatorRole, operatorRoleLabels } from "#app/features/audit/operator-roles.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Logo } from "#app/ui/logo.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { minPasswordLength, operatorMessages } from "./operators.ts";

interface JoinScreenProps {
  /** Null: the link does not work. */
  operator: { name: string; role: OperatorRole } | null;
  action: string;
  formResult: FormResult | undefined;
}

export function JoinScreen({ operator, action, formResult }: JoinScreenProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{ password: string }>({
    id: "join-console",
    action,
    formResult,
  });
  return (
    <main id="content" className="mx-auto flex min-h-svh w-full max-w-100 flex-col justify-center px-6 py-10">
      <Logo className="w-16 text-accent" />
      <h1 className="pt-4 text-xl">管理画面のパスワード</h1>
      {operator ? (
        <>
          <p className="pt-1 text-sm text-muted wrap-anywhere">
            {operator.name}さん（{operatorRoleLabels[operator.role]}
            ）のパスワードを決めてください。次からは、この名前とパスワードでログインします。
          </p>
          <Form {...form} className="space-y-5 pt-8">
            {error && <Notice tone="error" title={error} />}
            {/* For password managers. */}
            <input type="hidden" name="username" autoComplete="username" value={operator.name} />
            <TextField
              {...field(fields.password)}
              type="password"
              label="新しいパスワード"
              help={`${minPasswordLength}文字以上です。`}
              autoComplete="new-password"
              required
            />
            <Button size="large" wide icon="lock" busy={isSubmitting} busyLabel="設定中">
              設定してログイン
            </Button>
          </Form>
        </>
      ) : (
        <Notice tone="error" title={operatorMessages.unusableLink} className="mt-6">
          一度使ったリンクと、期限の過ぎたリンクは使えません。
        </Notice>
      )}
    </main>
  );
}

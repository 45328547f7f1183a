import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { minPasswordLength } from "../operators/operators.ts";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TitledCard } from "../parts/titled-card.tsx";
import { adminAccountPath } from "./admin-session.ts";

/** Asks for the present password, however lately it was typed. */
export function ChangePassword({ username }: { username: string }) {
  const intent = "change-password";
  const { form, fields, field, isSubmitting, error } = useFormPost<{
    currentPassword: string;
    newPassword: string;
  }>({ id: intent, action: adminAccountPath, intent, formResult: useRefusedForm({ intent }) });
  return (
    <TitledCard title="パスワードを変える" className="mt-6 max-w-180 space-y-3">
      <Form {...form} preventScrollReset className="space-y-4">
        <input type="hidden" name="intent" value={intent} />
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <TextField
          {...field(fields.currentPassword)}
          type="password"
          label="いまのパスワード"
          autoComplete="current-password"
        />
        <TextField
          {...field(fields.newPassword)}
          type="password"
          label="新しいパスワード"
          help={`${minPasswordLength}文字以上です。文字の種類は自由です。ご自身のほかの端末は、ログアウトします。`}
          autoComplete="new-password"
        />
        {error && <Notice tone="error" title={error} />}
        <Button icon="lock" busy={isSubmitting} busyLabel="変えています">
          パスワードを変える
        </Button>
      </Form>
    </TitledCard>
  );
}

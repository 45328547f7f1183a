import { TextField } from "#app/ui/form/field.tsx";
import { minPasswordLength } from "../operators/operators.ts";
import { ConsoleForm, useConsoleForm } from "../parts/console-form.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { adminAccountPath } from "./admin-session.ts";

/** Asks for the present password, however lately it was typed. */
export function ChangePassword({ username }: { username: string }) {
  const post = useConsoleForm<"currentPassword" | "newPassword">({
    intent: "change-password",
    action: adminAccountPath,
  });
  const { fields, field } = post;
  return (
    <TitledCard title="パスワードを変える" className="mt-6 max-w-180 space-y-3">
      <ConsoleForm post={post} icon="lock" label="パスワードを変える" busyLabel="変えています">
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
      </ConsoleForm>
    </TitledCard>
  );
}

import { useId } from "react";
import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useConsoleData } from "../console-data.ts";

/**
 * The field `password` of a form whose change needs it (`requirePassword`); nothing while the password was typed within the last 15 minutes.
 * `answer` is what the form's action returned.
 */
export function PasswordAgain({ answer }: { answer?: FormResult | undefined }) {
  const data = useConsoleData();
  const id = useId();
  const errors = answer?.result.error?.password ?? undefined;
  if (data?.admin?.isPasswordFresh && !errors) return null;
  return (
    <TextField
      id={id}
      name="password"
      type="password"
      label="パスワード"
      help="安全のため、もう一度入力してください。"
      autoComplete="current-password"
      errors={errors}
      focused={errors !== undefined}
    />
  );
}

import { maxReasonLength } from "#app/features/tracks/moderation/moderation.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";

/** What the poster is told by email, and the choice not to tell them. `names`: of the two fields. */
export function ReasonFields(props: {
  names?: { reason: string; silent: string };
  answer?: FormResult | undefined;
}) {
  const { names = { reason: "reason", silent: "silent" }, answer } = props;
  return (
    <div className="space-y-1">
      <TextAreaField
        label="投稿した方に送る理由"
        name={names.reason}
        rows={3}
        maxLength={maxUnits(maxReasonLength)}
        defaultValue={submittedValue(answer, names.reason)}
        errors={answer?.result.error?.[names.reason] ?? undefined}
        className="min-h-24"
      />
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          name={names.silent}
          defaultChecked={submittedValue(answer, names.silent) === "on"}
          className="size-5"
        />
        理由を送らない
      </label>
    </div>
  );
}

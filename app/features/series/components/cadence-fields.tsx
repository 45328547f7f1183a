import { ChoicePill } from "#app/ui/form/choice-pill.tsx";
import { FieldError, SelectField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { weekdays } from "../cadence.ts";

interface CadenceFieldsProps {
  /** `days`: null for every day. */
  initial: { when: string; days: readonly number[] | null; hour: string };
  formResult: FormResult | undefined;
}

const order = [1, 2, 3, 4, 5, 6, 0];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A style shows the days only for the second choice, so that it posts without JavaScript. */
export function CadenceFields({ initial, formResult }: CadenceFieldsProps) {
  const posted: unknown = formResult?.result.initialValue?.days;
  const ticked = Array.isArray(posted)
    ? posted.flatMap((tick: unknown, day) => (tick === "on" ? [day] : []))
    : (initial.days ?? order);
  const error = formResult?.result.error?.days?.[0];
  const isNow = initial.when === "now";
  return (
    <fieldset className="group/time space-y-4">
      <legend className="pb-2 text-sm font-bold">いつ公開しますか</legend>
      <div className="flex flex-wrap gap-2">
        <ChoicePill
          type="radio"
          name="when"
          value="days"
          label="曜日と時刻を決める"
          defaultChecked={!isNow}
        />
        <ChoicePill type="radio" name="when" value="now" label="できしだい続けて" defaultChecked={isNow} />
      </div>
      <div className="space-y-4 group-has-[[value=now]:checked]/time:hidden">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">曜日</legend>
          {order.map((day) => (
            <ChoicePill
              key={day}
              type="checkbox"
              name={`days[${day}]`}
              value="on"
              label={weekdays[day] ?? ""}
              defaultChecked={ticked.includes(day)}
              aria-invalid={error ? true : undefined}
            />
          ))}
        </fieldset>
        {error && <FieldError>{error}</FieldError>}
        <SelectField
          label="時刻（日本時間）"
          name="hour"
          defaultValue={initial.hour}
          help="1時間前から作り始めます。"
        >
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {hour}時
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  );
}

import { ChoicePill } from "#app/ui/form/choice-pill.tsx";
import { SelectField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import type { PublishTime } from "../drafts.ts";

interface PublishTimeFieldsProps {
  initial: PublishTime;
  formResult: FormResult | undefined;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Offers at once, or a day and an hour. Style alone hides the day, so it works without JavaScript. */
export function PublishTimeFields({ initial, formResult }: PublishTimeFieldsProps) {
  const errors = formResult?.result.error?.day ?? undefined;
  const typed = (name: string) => submittedValue(formResult, name);
  const isLater = typed("when") ? typed("when") === "later" : initial.isLater;
  return (
    <fieldset className="group/time space-y-4">
      <legend className="pb-2 text-sm font-bold">いつ公開しますか</legend>
      <div className="flex flex-wrap gap-2">
        <ChoicePill type="radio" name="when" value="now" label="いますぐ" defaultChecked={!isLater} />
        <ChoicePill type="radio" name="when" value="later" label="日時を決める" defaultChecked={isLater} />
      </div>
      <div className="grid grid-cols-2 items-start gap-3 group-has-[[value=now]:checked]/time:hidden">
        <TextField
          type="date"
          name="day"
          label="日付"
          defaultValue={typed("day") ?? initial.day}
          errors={errors}
          focused={errors !== undefined}
        />
        <SelectField label="時刻（日本時間）" name="hour" defaultValue={typed("hour") ?? initial.hour}>
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

import { useState } from "react";
import type { Speaker } from "#app/engines/script/script.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FieldError, SelectField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ChoiceSummary } from "../components/choice-summary.tsx";
import { fieldsOf } from "../hooks/use-unsaved-fields.ts";
import { maxSpeakerNameLength, type Narration } from "./narration.ts";
import type { VoiceOptions } from "./voice-sample.server.ts";

interface VoiceFieldsProps {
  narration: Narration;
  options: VoiceOptions;
  speakers: readonly Speaker[];
  disabled: boolean;
  isSaving: boolean;
  formResult: FormResult | undefined;
}

/**
 * Voice and name of each speaker with samples, folded behind a summary. The form around posts them; the button saves without
 * speaking.
 */
export function VoiceFields(props: VoiceFieldsProps) {
  const { narration, options, speakers, disabled, isSaving, formResult } = props;
  const { voices, speaking } = options;
  const known = new Map(voices.map((voice) => [voice.id, voice.name]));
  const voiceOf = (speaker: Speaker) => {
    const submitted = submittedValue(formResult, `voices.${speaker}`);
    return submitted !== undefined && known.has(submitted) ? submitted : speaking[speaker];
  };
  const nameOf = (speaker: Speaker) =>
    formResult ? submittedValue(formResult, `speakerNames.${speaker}`) : narration.names[speaker];
  // As typed; null until changed or restored.
  const [typed, setTyped] = useState<Map<string, string> | null>(null);
  const errors = formResult?.result.error ?? {};
  const wrong = [
    "voices",
    ...speakers.flatMap((speaker) => [`voices.${speaker}`, `speakerNames.${speaker}`]),
  ].find((name) => errors[name]);
  const [voicesError] = errors.voices ?? [];
  return (
    <details
      open={wrong !== undefined}
      onInput={({ currentTarget }) => {
        const form = currentTarget.closest("form");
        setTyped(form && fieldsOf(form));
      }}
      className="group mb-6 rounded-card border border-line bg-surface"
    >
      <ChoiceSummary label="声と名前">
        {speakers.map((speaker) => (
          <span key={speaker} className="block">
            {(typed ? typed.get(`speakerNames.${speaker}`) : nameOf(speaker)) || speaker}：
            {known.get(typed?.get(`voices.${speaker}`) ?? voiceOf(speaker))}
          </span>
        ))}
      </ChoiceSummary>
      <div className="space-y-5 border-t border-line p-4">
        {voicesError && <FieldError id="voices-error">{voicesError}</FieldError>}
        <div className={classNames("grid gap-5", speakers.length > 1 && "rail:grid-cols-2")}>
          {speakers.map((speaker) => (
            <fieldset key={speaker} className="space-y-3">
              <legend
                className={classNames(
                  "mb-2 text-sm font-bold",
                  speaker === "A" ? "text-voice-a" : "text-voice-b",
                )}
              >
                話し手{speaker}
              </legend>
              <SelectField
                label="声"
                name={`voices.${speaker}`}
                defaultValue={voiceOf(speaker)}
                errors={errors[`voices.${speaker}`] ?? undefined}
                focused={wrong === `voices.${speaker}` || (wrong === "voices" && speaker === speakers[0])}
                disabled={disabled}
              >
                {voices.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="名前"
                hint="任意"
                name={`speakerNames.${speaker}`}
                defaultValue={nameOf(speaker) ?? ""}
                errors={errors[`speakerNames.${speaker}`] ?? undefined}
                focused={wrong === `speakerNames.${speaker}`}
                maxLength={maxUnits(maxSpeakerNameLength)}
                autoComplete="off"
                placeholder={speaker}
                disabled={disabled}
              />
            </fieldset>
          ))}
        </div>
        {(["A", "B"] as const)
          .filter((speaker) => !speakers.includes(speaker))
          .map((speaker) => (
            <input key={speaker} type="hidden" name={`voices.${speaker}`} value={voiceOf(speaker)} />
          ))}
        <details className="group/samples">
          <summary className="flex min-h-11 items-center gap-2 text-sm text-accent">
            <Icon name="down" className="transition-transform group-open/samples:rotate-180" />
            声を聞きくらべる
          </summary>
          <ul className="space-y-2 pt-1">
            {voices.map(({ id, name, samplePath }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="text-sm">{name}</span>
                {/* biome-ignore lint/a11y/useMediaCaption: it says the same sentence in every voice */}
                <audio
                  controls
                  preload="none"
                  src={samplePath}
                  aria-label={`${name}の見本`}
                  className="h-11 w-full max-w-72"
                />
              </li>
            ))}
          </ul>
        </details>
        <Button
          variant="quiet"
          wide
          icon="check"
          name="intent"
          value="save-voices"
          disabled={disabled}
          busy={isSaving}
          busyLabel="保存しています"
        >
          声と名前を保存
        </Button>
      </div>
    </details>
  );
}

import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { FieldError, SelectField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { VoiceOptions } from "../narration/voice-sample.server.ts";
import { SpeakingRateField } from "../script/speaking-rate-field.tsx";

interface RespeakFormProps {
  path: string;
  speech: { options: VoiceOptions; speakers: readonly ("A" | "B")[]; speakingRate: number };
  formResult: FormResult | undefined;
}

/** Other voices for the whole track, folded behind a summary. */
export function RespeakForm({ path, speech, formResult }: RespeakFormProps) {
  const { options, speakers, speakingRate } = speech;
  const { voices, speaking } = options;
  const isSending = useNavigation().formData?.get("intent") === "respeak";
  const own = submittedValue(formResult, "intent") === "respeak" ? formResult : undefined;
  const [error] = own?.result.error?.voices ?? [];
  return (
    <details open={own !== undefined || undefined} className="group rounded-card border border-line px-4">
      <summary className="flex min-h-12 items-center gap-2 text-sm font-bold">
        <Icon name="down" className="transition-transform group-open:rotate-180" />
        全体をほかの声で読み直す
      </summary>
      <Form method="post" action={path} preventScrollReset className="space-y-5 pt-1 pb-4">
        <input type="hidden" name="intent" value="respeak" />
        <p className="text-sm text-muted">
          台本はそのままに、いまの音声エンジンで読み直します。リンクも、再生数やいいねも変わりません。
        </p>
        {error && <FieldError>{error}</FieldError>}
        <div className="grid gap-4 rail:grid-cols-2">
          {speakers.map((speaker) => (
            <SelectField
              key={speaker}
              label={`話し手${speaker}の声`}
              name={`voices.${speaker}`}
              defaultValue={submittedValue(own, `voices.${speaker}`) ?? speaking[speaker]}
            >
              {voices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        {(["A", "B"] as const)
          .filter((speaker) => !speakers.includes(speaker))
          .map((speaker) => (
            <input key={speaker} type="hidden" name={`voices.${speaker}`} value={speaking[speaker]} />
          ))}
        <SpeakingRateField rate={Number(submittedValue(own, "speakingRate") ?? speakingRate)} />
        <Button variant="quiet" wide icon="voice" busy={isSending} busyLabel="受けつけています">
          この声で読み直す
        </Button>
      </Form>
    </details>
  );
}

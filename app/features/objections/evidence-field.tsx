import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { evidenceField, evidenceHelp } from "./objection.ts";

/** The form is multipart. A browser has to be given the files again after a refusal. */
export function EvidenceField({ id, formResult }: { id: string; formResult: FormResult | undefined }) {
  const errors = formResult?.result.error?.[evidenceField] ?? undefined;
  return (
    <TextField
      type="file"
      multiple
      id={id}
      name={evidenceField}
      label="証拠のファイル"
      accept="image/png,image/jpeg,image/webp,application/pdf,text/plain,audio/mpeg,audio/wav"
      help={evidenceHelp}
      errors={errors}
      focused={errors !== undefined}
      className="py-2.5 file:mr-3 file:rounded-full file:border-0 file:bg-voice-a-tint file:px-3 file:py-1 file:text-sm file:text-voice-a"
    />
  );
}

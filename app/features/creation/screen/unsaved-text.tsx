import { Button } from "#app/ui/button.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { typedScript } from "../script/edit-script-step.tsx";

export function typedText(formResult: FormResult): string {
  const typed = (name: string) => submittedValue(formResult, name);
  return [
    typed("title"),
    typed("inputText"),
    typedScript(formResult),
    typed("text"),
    ...(["A", "B"] as const).map((speaker) => {
      const name = typed(`speakerNames.${speaker}`);
      return name && `話し手${speaker}の名前：${name}`;
    }),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Shows what was typed into a form that is gone, to be copied. `onDiscard`: it stays on the device until then. */
export function UnsavedText({ text, onDiscard }: { text: string; onDiscard?: (() => void) | undefined }) {
  return (
    <section aria-label="保存されなかった文" className="space-y-2 rounded-card border border-line p-4">
      <p className="text-sm font-bold">保存されなかった文</p>
      {onDiscard && (
        <p className="text-sm text-muted">
          台本が新しくなる前に、ここで直していた文です。必要な行は写してお使いください。
        </p>
      )}
      <p className="whitespace-pre-line">{text}</p>
      {onDiscard && (
        <Button type="button" variant="quiet" onClick={onDiscard}>
          この文を捨てる
        </Button>
      )}
    </section>
  );
}

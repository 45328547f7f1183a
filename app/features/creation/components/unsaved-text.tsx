import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { typedScript } from "../script/edit-script-step.tsx";

/** All that was typed into a refused form, as one text; empty for nothing. */
export function typedText(answer: FormResult): string {
  const typed = (name: string) => submittedValue(answer, name);
  return [
    typed("title"),
    typed("inputText"),
    typedScript(answer),
    typed("text"),
    ...(["A", "B"] as const).map((speaker) => {
      const name = typed(`speakerNames.${speaker}`);
      return name && `話し手${speaker}の名前：${name}`;
    }),
  ]
    .filter(Boolean)
    .join("\n");
}

/** What was typed into a form that is gone, to be copied. */
export function UnsavedText({ text }: { text: string }) {
  return (
    <section aria-label="保存されなかった文" className="rounded-card border border-line p-4">
      <p className="pb-2 text-sm font-bold">保存されなかった文</p>
      <p className="whitespace-pre-line">{text}</p>
    </section>
  );
}

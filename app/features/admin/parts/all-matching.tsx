import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";

interface AllMatchingProps {
  name: string;
  /** Of the rows that match the list's filter. */
  count: number;
  /** More match than were counted. */
  isMore: boolean;
  /** Most of one run. */
  max: number;
  /** What the rows are, and how they are counted: 音声, 件. */
  noun: string;
  unit: string;
  formResult: FormResult | undefined;
}

/** The choice to take all that match the list's filter, on all its pages. */
export function AllMatching({ name, count, isMore, max, noun, unit, formResult }: AllMatchingProps) {
  const label =
    isMore || count > max
      ? `いまの条件に合う${noun}のうち、新しい${Math.min(count, max).toLocaleString("ja-JP")}${unit}`
      : `いまの条件に合う${count.toLocaleString("ja-JP")}${unit}すべて（ほかのページも）`;
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-card bg-sunken px-3 py-2 text-sm">
      <input
        type="checkbox"
        name={name}
        defaultChecked={submittedValue(formResult, name) === "on"}
        className="size-5 shrink-0"
      />
      {label}
    </label>
  );
}

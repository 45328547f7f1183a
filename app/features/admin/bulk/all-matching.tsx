import { submittedValue } from "#app/ui/form/form-result.ts";
import { useRefusedForm } from "../parts/refused-form.ts";
import { maxItemsPerRun } from "./bulk-run.ts";

interface AllMatchingProps {
  name: string;
  count: number;
  /** More match than were counted. */
  isMore: boolean;
  noun: string;
  unit: string;
}

export function AllMatching({ name, count, isMore, noun, unit }: AllMatchingProps) {
  const refused = useRefusedForm();
  const label =
    isMore || count > maxItemsPerRun
      ? `いまの条件に合う${noun}のうち、先頭の${Math.min(count, maxItemsPerRun).toLocaleString("ja-JP")}${unit}`
      : `いまの条件に合う${count.toLocaleString("ja-JP")}${unit}すべて（ほかのページも）`;
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-card bg-sunken px-3 py-2 text-sm">
      <input
        type="checkbox"
        name={name}
        defaultChecked={submittedValue(refused, name) === "on"}
        className="size-5 shrink-0"
      />
      {label}
    </label>
  );
}

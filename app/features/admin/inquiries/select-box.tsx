/** The checkbox of a card for a `BulkForm`. */
export function SelectBox({ formId, value, label }: { formId: string; value: string; label: string }) {
  return (
    <label className="-m-2 grid size-11 shrink-0 place-items-center">
      <input type="checkbox" form={formId} name="ids" value={value} aria-label={label} className="size-5" />
    </label>
  );
}

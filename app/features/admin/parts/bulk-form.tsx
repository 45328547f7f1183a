import { useEffect, useId, useState } from "react";
import { Form, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { firstMessage } from "#app/ui/form/form-result.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormPermission } from "../console-data.ts";
import { type Question, QuestionPopover } from "./confirm-form.tsx";
import { useRefusedForm } from "./refused-form.ts";

interface BulkAction extends Question {
  /** Names of `fields` must be unique among the actions: all are posted together. */
  intent: string;
  label: string;
  icon?: IconName;
}

interface BulkFormProps {
  /** The `selection.formId` of the table. */
  id: string;
  action?: string;
  actions: readonly BulkAction[];
}

/** Checkboxes belong to the form by its id, so that it works without JavaScript; that adds the count and 「すべて選択」. */
export function BulkForm({ id, action, actions }: BulkFormProps) {
  const location = useLocation();
  const { selected, total, selectAll } = useSelection(id, location.key);
  const prefix = useId();
  const path = action ?? location.pathname + location.search;
  const isPermitted = useFormPermission();
  const refused = useRefusedForm();
  const refusedIntent = refused?.result.initialValue?.intent;
  const permitted = actions.filter(({ intent }) => isPermitted(intent));
  return (
    <>
      <Form
        id={id}
        method="post"
        action={path}
        preventScrollReset
        noValidate
        // On a phone one row to scroll, so that the list is near.
        className="flex items-center gap-2 pb-3 whitespace-nowrap max-rail:-mx-4 max-rail:overflow-x-auto max-rail:px-4 max-rail:pt-1 rail:flex-wrap"
      >
        {total !== null && (
          <label className="flex min-h-11 items-center gap-3 pr-2 text-sm">
            <input
              type="checkbox"
              checked={total > 0 && selected === total}
              onChange={(event) => selectAll(event.currentTarget.checked)}
              className="size-5"
            />
            {selected === 0 ? "すべて選択" : `${selected}件を選択中`}
          </label>
        )}
        {permitted.map(({ intent, label, icon, ...question }) => (
          <div key={intent}>
            <Button
              type="button"
              variant="quiet"
              icon={icon}
              popoverTarget={`${prefix}${intent}`}
              disabled={selected === 0 && total !== null}
            >
              {label}
            </Button>
            <QuestionPopover
              id={`${prefix}${intent}`}
              question={question}
              formResult={refusedIntent === intent ? refused : undefined}
              submit={{ form: id, name: "intent", value: intent }}
            >
              {(content) => content}
            </QuestionPopover>
          </div>
        ))}
      </Form>
      {refused && refusedIntent === undefined && (
        <Notice tone="error" title={firstMessage(refused)} className="mb-3" />
      )}
    </>
  );
}

/** `total`: null before hydration and without JavaScript. */
function useSelection(formId: string, pageKey: string) {
  const [counts, setCounts] = useState<{ selected: number; total: number | null }>({
    selected: 0,
    total: null,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other rows
  useEffect(() => {
    const count = () => {
      const boxes = checkboxesOf(formId);
      setCounts({ selected: boxes.filter(({ checked }) => checked).length, total: boxes.length });
    };
    count();
    document.addEventListener("change", count);
    return () => document.removeEventListener("change", count);
  }, [formId, pageKey]);
  return {
    ...counts,
    selectAll(isSelected: boolean) {
      for (const box of checkboxesOf(formId)) box.checked = isSelected;
      document.dispatchEvent(new Event("change"));
    },
  };
}

const checkboxesOf = (formId: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name=ids][form="${formId}"]`),
];

import { useCallback, useEffect, useRef, useState } from "react";
import { typedLines } from "../script/use-replaced-edits.ts";
import {
  addUnsavedText,
  clearEdits,
  type EditedForm,
  loadEdits,
  type Owner,
  saveEdits,
} from "./creation-storage.ts";

/**
 * Keeps a form's changes on the device until sent or discarded, and restores them when the page opens. Only for the same `of`
 * (`useReplacedEdits`). A refused form keeps what came back.
 */
export function useUnsavedFields(o: {
  owner: Owner;
  edited: EditedForm;
  of: string;
  isRefused: boolean;
  /** Keeps this field alone: what was agreed to is agreed to again. */
  only?: string;
}) {
  const { edited, of, isRefused, only } = o;
  const { flow, viewerId } = o.owner;
  const form = useRef<HTMLFormElement>(null);
  const [areRestored, setAreRestored] = useState(false);
  const save = useCallback(() => {
    if (!form.current) return;
    if (!isRefused && isUntouched(form.current)) return clearEdits({ flow, viewerId }, edited);
    const fields = [...fieldsOf(form.current)].filter(([name]) => !only || name === only);
    saveEdits({ flow, viewerId }, edited, { of, fields });
  }, [flow, viewerId, edited, of, isRefused, only]);
  useEffect(() => {
    if (!form.current) return;
    // Typing before hydration is newer, and so is what the form holds while its script is saved elsewhere.
    if (isRefused || !isUntouched(form.current)) return save();
    const edits = loadEdits({ flow, viewerId }, edited, of);
    if (!edits?.matches) return;
    const held = fieldsOf(form.current);
    if (!only && edits.fields.get("version") !== held.get("version")) {
      // Lines changed elsewhere have other places: shows the typed text, unless it is that change.
      const typed = typedLines(edits.fields);
      if (typed !== typedLines(held)) addUnsavedText({ flow, viewerId }, typed);
      return clearEdits({ flow, viewerId }, edited);
    }
    fillForm(form.current, edits.fields);
    setAreRestored(true);
  }, [flow, viewerId, edited, of, isRefused, only, save]);
  return {
    form,
    areRestored,
    save,
    forget: () => clearEdits({ flow, viewerId }, edited),
  };
}

/** A form's fields as it would post them; of a repeated name the last. */
export function fieldsOf(form: HTMLFormElement): Map<string, string> {
  return new Map(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    ),
  );
}

export function isUntouched({ elements }: HTMLFormElement): boolean {
  return [...elements].every((control) => {
    if (control instanceof HTMLSelectElement)
      return [...control.options].every(({ selected, defaultSelected }) => selected === defaultSelected);
    if (control instanceof HTMLTextAreaElement) return control.value === control.defaultValue;
    if (!(control instanceof HTMLInputElement)) return true;
    // A checkbox without a value posts "on", which is not its default.
    if (/^(?:checkbox|radio)$/.test(control.type)) return control.checked === control.defaultChecked;
    return control.value === control.defaultValue;
  });
}

/** Restores posted fields as if typed: fires `input` once. Unposted checkboxes go off; other controls stay. */
export function fillForm(form: HTMLFormElement, fields: ReadonlyMap<string, string>): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement)) {
      if (control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement)
        control.value = fields.get(control.name) ?? control.value;
    } else if (control.type === "checkbox") control.checked = fields.has(control.name);
    else if (control.type === "radio")
      control.checked = fields.has(control.name)
        ? fields.get(control.name) === control.value
        : control.checked;
    else if (control.type === "text") control.value = fields.get(control.name) ?? control.value;
    else if (control.type === "range" && fields.has(control.name)) {
      control.value = fields.get(control.name) ?? control.value;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  form.querySelector("fieldset")?.dispatchEvent(new Event("input", { bubbles: true }));
}

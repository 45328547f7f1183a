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
 * What is changed in a form, kept on the device until it is sent or given up, and put back when the page is opened again. `of`
 * says what the form is about: changes of something else are not put back (`useReplacedEdits`). Of a refused form, what came
 * back is kept.
 */
export function useUnsavedFields(o: { owner: Owner; edited: EditedForm; of: string; isRefused: boolean }) {
  const { edited, of, isRefused } = o;
  const { flow, viewerId } = o.owner;
  const form = useRef<HTMLFormElement>(null);
  const [areRestored, setAreRestored] = useState(false);
  const save = useCallback(() => {
    if (!form.current) return;
    if (!isRefused && isUntouched(form.current)) return clearEdits({ flow, viewerId }, edited);
    saveEdits({ flow, viewerId }, edited, { of, fields: [...fieldsOf(form.current)] });
  }, [flow, viewerId, edited, of, isRefused]);
  useEffect(() => {
    if (!form.current) return;
    // What was typed before hydration is newer; what the form still holds while its script is saved elsewhere, too.
    if (isRefused || !isUntouched(form.current)) return save();
    const edits = loadEdits({ flow, viewerId }, edited, of);
    if (!edits?.matches) return;
    const held = fieldsOf(form.current);
    if (edits.fields.get("version") !== held.get("version")) {
      // Lines that were changed elsewhere have other places: what was typed is shown as text, unless it is what was changed.
      const typed = typedLines(edits.fields);
      if (typed !== typedLines(held)) addUnsavedText({ flow, viewerId }, typed);
      return clearEdits({ flow, viewerId }, edited);
    }
    fillForm(form.current, edits.fields);
    setAreRestored(true);
  }, [flow, viewerId, edited, of, isRefused, save]);
  return {
    form,
    areRestored,
    save,
    /** What the form holds is stored elsewhere. */
    forget: () => clearEdits({ flow, viewerId }, edited),
  };
}

/** The fields of a form as it would post them; of a name that comes twice, the last. */
export function fieldsOf(form: HTMLFormElement): Map<string, string> {
  return new Map(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    ),
  );
}

/** Whether nothing in a form differs from what the page came with. */
export function isUntouched({ elements }: HTMLFormElement): boolean {
  return [...elements].every((control) => {
    if (control instanceof HTMLSelectElement)
      return [...control.options].every(({ selected, defaultSelected }) => selected === defaultSelected);
    if (control instanceof HTMLTextAreaElement) return control.value === control.defaultValue;
    if (!(control instanceof HTMLInputElement)) return true;
    return control.checked === control.defaultChecked && control.value === control.defaultValue;
  });
}

/**
 * Puts posted fields back into a form, as if they were typed: what listens to `input` hears of it once. Of checkboxes those that were
 * not posted are off; other controls without a field stay.
 */
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

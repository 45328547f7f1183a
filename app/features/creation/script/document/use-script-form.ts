import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type ShouldRevalidateFunctionArgs, useFetcher, useRevalidator, useSubmit } from "react-router";
import { type FormResult, isFormResult } from "#app/ui/form/form-result.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { replacedByThisMessage } from "../../creation-messages.ts";
import type { ScriptDraft } from "../../creation-page.ts";
import { fieldsOf, isUntouched } from "../../hooks/use-unsaved-fields.ts";
import { lineAfter, parseScriptAct } from "./line-acts.ts";

/** How long nothing was typed before it is kept on the server (ms). */
const restMs = 2500;

/** Content that no form has. */
const unknown = "unknown";

/** What keeping is answered with, beside a refusal. */
export interface KeptEdits {
  version: number;
  /** It replaced what another page had written. */
  hasReplaced: boolean;
}

/** Of a page with the form: what is kept of it while it is typed changes nothing that the page shows. */
export const shouldRevalidateScript = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get("act") !== "keep" && defaultShouldRevalidate;

interface ScriptFormOptions {
  form: RefObject<HTMLFormElement | null>;
  /** Where it is posted. */
  action: string;
  /** What it was drawn from, and what the page has now. */
  shown: ScriptDraft;
  latest: ScriptDraft;
  /** The button whose act is shown; null for none. */
  after: string | null;
  isSubmitting: boolean;
  isRefused: boolean;
  /** Draws the latest, after the button that was pressed last. */
  onAdopt: (pressed: string | null) => void;
}

/**
 * The form of a script's lines with JavaScript: what is typed is kept on the server, a button's act leaves focus and scroll where they
 * are, Ctrl+Z outside of the fields takes the last step back, and what another page has written appears, unless something was typed here
 * since: then this form is the newer one.
 */
export function useScriptForm(o: ScriptFormOptions) {
  const { form, action, shown, latest, after, isSubmitting, isRefused, onAdopt } = o;
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const submit = useSubmit();
  const fetcher = useFetcher<KeptEdits | FormResult>();
  const [version, setVersion] = useState(shown.edits.version);
  /** What the server has of this form. */
  const kept = useRef("");
  const sent = useRef("");
  const pressed = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { submit: send, state } = fetcher;
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const held = readContent(form.current);
    if (held === kept.current) return;
    sent.current = held;
    const fields = new FormData(form.current);
    fields.set("act", "keep");
    void send(fields, { method: "post", action });
  }, [form, action, send]);

  useEffect(() => {
    if (!form.current || kept.current !== "") return;
    // What was typed before hydration, and what this device has brought back, the server does not have.
    const isTouched = !isUntouched(form.current);
    kept.current = isTouched ? unknown : readContent(form.current);
    if (isTouched) timer.current = setTimeout(keep, restMs);
  }, [form, keep]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // What came back with a refusal is nowhere else.
    if (isRefused) kept.current = unknown;
  }, [isRefused]);
  useEffect(() => {
    const onHide = () => document.visibilityState === "hidden" && keep();
    document.addEventListener("visibilitychange", onHide);
    return () => document.removeEventListener("visibilitychange", onHide);
  }, [keep]);

  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    if (isFormResult(answer)) {
      if (answer.status === 409) void revalidate();
      return;
    }
    kept.current = sent.current;
    setVersion(answer.version);
    if (answer.hasReplaced) show(replacedByThisMessage);
  }, [answer, revalidate, show]);

  useEffect(() => {
    if (latest.edits.version <= version && latest.script === shown.script) return;
    if (isSubmitting || state !== "idle") return;
    if (form.current && readContent(form.current) === kept.current) onAdopt(pressed.current);
  }, [form, latest, shown, version, isSubmitting, state, onAdopt]);

  useFocusAfter(form, after, shown.edits.lines.length);
  useUndoKeys(form);

  const isKept = answer !== undefined && !isFormResult(answer);
  return {
    version,
    /** Something was typed that is no step yet. */
    isTyped: isKept,
    status: !answer
      ? null
      : isKept
        ? "下書きを保存しました。ほかの端末でも続けられます。"
        : "下書きを保存できませんでした。この端末には残っています。",
    /** Keeps what is typed once nothing more comes. */
    keepSoon() {
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, restMs);
    },
    /** Posts the act of the button that was pressed, and returns whether it was one. */
    act(event: FormEvent<HTMLFormElement>): boolean {
      const { nativeEvent, currentTarget } = event;
      const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
      clearTimeout(timer.current);
      if (!(button instanceof HTMLButtonElement) || button.name !== "act") return false;
      event.preventDefault();
      if (isSubmitting) return true;
      pressed.current = button.value;
      kept.current = readContent(currentTarget);
      writeCursor(currentTarget, button.value);
      void submit(button, { preventScrollReset: true, replace: true });
      return true;
    },
  };
}

/** What a form holds of the script. */
function readContent(form: HTMLFormElement): string {
  const fields = fieldsOf(form);
  for (const name of ["version", "cursor", "act"]) fields.delete(name);
  return JSON.stringify([...fields]);
}

/** Tells where the cursor stands in the line that is divided: there, when it was in it last. */
function writeCursor(form: HTMLFormElement, act: string): void {
  const [name, line] = act.split(":");
  const field = form.elements.namedItem("cursor");
  if (!(field instanceof HTMLInputElement)) return;
  field.value = "";
  const text = form.querySelector<HTMLTextAreaElement>(`#line-${Number(line) + 1} textarea`);
  if (name === "split" && text && text.selectionStart > 0) field.value = String(text.selectionStart);
}

/** Puts the focus where an act has left its line: on the same button, or in the line that is new. */
function useFocusAfter(form: ScriptFormOptions["form"], after: string | null, lineCount: number): void {
  useEffect(() => {
    const act = after === null ? null : parseScriptAct(after);
    if (!form.current || !act) return;
    const line = lineAfter(act, lineCount);
    const selector = line === null ? `[value="${act.act}"]` : `[value="${act.act}:${line}"]`;
    const button = form.current.querySelector<HTMLButtonElement>(`button[name="act"]${selector}:enabled`);
    const text = form.current.querySelector<HTMLElement>(`#line-${(line ?? 0) + 1} textarea`);
    const isWritten = act.act !== "up" && act.act !== "down";
    (line !== null && isWritten ? text : (button ?? text))?.focus();
  }, [form, after, lineCount]);
}

/** Ctrl+Z and Ctrl+Shift+Z (Ctrl+Y) outside of what can be typed into. */
function useUndoKeys(form: ScriptFormOptions["form"]): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (
        event.target instanceof Element &&
        event.target.closest("input:not([type=checkbox]), textarea, select")
      )
        return;
      const key = event.key.toLowerCase();
      const act = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
      const button =
        act && form.current?.querySelector<HTMLButtonElement>(`button[name="act"][value="${act}"]`);
      if (!button) return;
      event.preventDefault();
      button.click();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [form]);
}

import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type ShouldRevalidateFunctionArgs, useFetcher, useRevalidator, useSubmit } from "react-router";
import { type FormResult, isFormResult } from "#app/ui/form/form-result.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { replacedByThisMessage } from "../../creation-messages.ts";
import type { ScriptDraft } from "../../creation-page.ts";
import { fieldsOf, isUntouched } from "../../hooks/use-unsaved-fields.ts";
import { lineAfter, parseScriptAct } from "./line-acts.ts";

/** After this time without typing the text is saved on the server (ms). */
const restMs = 2500;

/** Equals no form's content. */
const unknown = "unknown";

/** What the server answers when it has saved typed text. */
export interface AutosavedEdits {
  version: number;
  hasReplaced: boolean;
}

/** Saving typed text changes nothing on the page. */
export const shouldRevalidateScript = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get("act") !== "keep" && defaultShouldRevalidate;

interface ScriptFormOptions {
  form: RefObject<HTMLFormElement | null>;
  action: string;
  /** What the form was drawn from, and what the page has now. */
  shown: ScriptDraft;
  latest: ScriptDraft;
  after: string | null;
  isSubmitting: boolean;
  isRefused: boolean;
  onAdopt: (pressed: string | null) => void;
}

/**
 * The script form with JavaScript. The server keeps what is typed. Acts keep focus and scroll. Ctrl+Z outside fields undoes.
 * Edits of another page appear, unless something newer was typed here.
 */
export function useScriptForm(o: ScriptFormOptions) {
  const { form, action, shown, latest, after, isSubmitting, isRefused, onAdopt } = o;
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const submit = useSubmit();
  const fetcher = useFetcher<AutosavedEdits | FormResult>();
  const [version, setVersion] = useState(shown.edits.version);
  const saved = useRef("");
  const sent = useRef("");
  const pressed = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { submit: send, state } = fetcher;
  const save = useCallback(async () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const content = readContent(form.current);
    if (content === saved.current) return;
    sent.current = content;
    const fields = new FormData(form.current);
    fields.set("act", "keep");
    await send(fields, { method: "post", action });
  }, [form, action, send]);

  useEffect(() => {
    if (!form.current || saved.current !== "") return;
    // Not on the server: typed before hydration, or restored from this device.
    const isTouched = !isUntouched(form.current);
    saved.current = isTouched ? unknown : readContent(form.current);
    if (isTouched) timer.current = setTimeout(save, restMs);
  }, [form, save]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A refusal's content is nowhere else.
    if (isRefused) saved.current = unknown;
  }, [isRefused]);
  useEffect(() => {
    const onHide = () => document.visibilityState === "hidden" && void save();
    document.addEventListener("visibilitychange", onHide);
    return () => document.removeEventListener("visibilitychange", onHide);
  }, [save]);

  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    if (isFormResult(answer)) {
      if (answer.status === 409) void revalidate();
      return;
    }
    saved.current = sent.current;
    setVersion(answer.version);
    if (answer.hasReplaced) show(replacedByThisMessage);
  }, [answer, revalidate, show]);

  useEffect(() => {
    if (latest.edits.version <= version && latest.script === shown.script) return;
    if (isSubmitting || state !== "idle") return;
    if (form.current && readContent(form.current) === saved.current) onAdopt(pressed.current);
  }, [form, latest, shown, version, isSubmitting, state, onAdopt]);

  useFocusAfter(form, after, shown.edits.lines.length);
  useUndoKeys(form);

  const isSaved = answer !== undefined && !isFormResult(answer);
  return {
    version,
    isTyped: isSaved,
    status: !answer
      ? null
      : isSaved
        ? "下書きを保存しました。ほかの端末でも続けられます。"
        : "下書きを保存できませんでした。この端末には残っています。",
    /** Saves what is typed, and waits until the server has it. */
    saveNow: save,
    saveSoon() {
      clearTimeout(timer.current);
      timer.current = setTimeout(save, restMs);
    },
    /** Posts the pressed button's act; returns whether it was one. */
    act(event: FormEvent<HTMLFormElement>): boolean {
      const { nativeEvent, currentTarget } = event;
      const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
      clearTimeout(timer.current);
      if (!(button instanceof HTMLButtonElement) || button.name !== "act") return false;
      event.preventDefault();
      if (isSubmitting) return true;
      pressed.current = button.value;
      saved.current = readContent(currentTarget);
      writeCursor(currentTarget, button.value);
      void submit(button, { preventScrollReset: true, replace: true });
      return true;
    },
  };
}

function readContent(form: HTMLFormElement): string {
  const fields = fieldsOf(form);
  for (const name of ["version", "cursor", "act"]) fields.delete(name);
  return JSON.stringify([...fields]);
}

/** If it was in the divided line last. */
function writeCursor(form: HTMLFormElement, act: string): void {
  const [name, line] = act.split(":");
  const field = form.elements.namedItem("cursor");
  if (!(field instanceof HTMLInputElement)) return;
  field.value = "";
  const text = form.querySelector<HTMLTextAreaElement>(`#line-${Number(line) + 1} textarea`);
  if (name === "split" && text && text.selectionStart > 0) field.value = String(text.selectionStart);
}

/** On the same button, or in the new line. */
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

/** Outside of text fields. */
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

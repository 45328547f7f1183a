import { useEffect, useRef, useState } from "react";
import { parseScript } from "#app/engines/script/script.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { replacedEditsMessage } from "../creation-messages.ts";
import type { ScriptDraft } from "../creation-page.ts";
import {
  addUnsavedText,
  clearEdits,
  clearUnsavedText,
  loadEdits,
  loadUnsavedText,
  type Owner,
} from "../hooks/creation-storage.ts";

/** What edits of a script are about: the script as it is saved. */
export const editedScript = ({ taskId, title, labels, script }: ScriptDraft): string =>
  JSON.stringify([taskId, title, labels, script]);

/** What was typed into a script that another page replaced, until discarded. `draft`: the page's script or null. */
export function useReplacedEdits({ flow, viewerId }: Owner, draft: ScriptDraft | null) {
  const [text, setText] = useState("");
  const { show } = useToast();
  const known = useRef<string | null>(null);
  const of = draft && editedScript(draft);
  const saved = draft && linesOf(draft);
  useEffect(() => {
    if (!viewerId) return;
    const owner = { flow, viewerId };
    known.current ??= loadUnsavedText(owner);
    const edits = loadEdits(owner, "script", of);
    if (edits && !edits.matches) {
      clearEdits(owner, "script");
      const typed = typedLines(edits.fields);
      if (typed !== saved) addUnsavedText(owner, typed);
    }
    // Perhaps by another tab.
    const kept = loadUnsavedText(owner);
    // The page may be scrolled.
    if (kept !== "" && kept !== known.current) show(replacedEditsMessage);
    known.current = kept;
    setText(kept);
  }, [flow, viewerId, of, saved, show]);
  return {
    text,
    discard() {
      clearUnsavedText({ flow, viewerId });
      setText("");
    },
  };
}

function linesOf({ title, script }: ScriptDraft): string {
  const lines = parseScript(script).flatMap(({ speaker, text }) => splitLine(speaker, text));
  return [title, ...lines].join("\n");
}

export function typedLines(fields: ReadonlyMap<string, string>): string {
  const lines = [...fields].flatMap(([name, text]) => {
    const line = /^(lines\[\d+\]\[\d+\])\.text$/u.exec(name)?.[1];
    return line === undefined ? [] : splitLine(fields.get(`${line}.speaker`) ?? "A", text);
  });
  return [fields.get("title")?.trim() ?? "", ...lines].join("\n");
}

const splitLine = (speaker: string, text: string): string[] =>
  text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [`${speaker}: ${line.trim()}`]));

import { readFileSync } from "node:fs";
import { type TextKind, textKinds } from "../text-kind.ts";

export interface JudgedText {
  kind: TextKind;
  name: string;
  labels: string[];
  text: string;
}

/** The rules were made with `development.txt`; `held-out.txt` judges them. */
export function readTexts(file: "development.txt" | "held-out.txt"): JudgedText[] {
  const whole = readFileSync(new URL(file, import.meta.url), "utf8");
  return whole
    .split(/^=== /mu)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [head = "", ...lines] = part.split("\n");
      const [named = "", name = "", labels = ""] = head.split(" | ");
      const kind = textKinds.find((known) => known === named);
      if (!kind) throw new Error(`there is no kind ${named}`);
      return { kind, name, labels: labels.split(" "), text: lines.join("\n").trim() };
    });
}

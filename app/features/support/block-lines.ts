import type { Block } from "./article.ts";

/** The sentences and entries of a text, each as a line; links are left in. */
export function blockLines(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (typeof block === "string") return [block];
    if ("list" in block) return block.list.map((line) => `・${line}`);
    if ("steps" in block) return block.steps.map((line, step) => `${step + 1}. ${line}`);
    return block.pairs.map(([name, text]) => `・${name}：${text}`);
  });
}

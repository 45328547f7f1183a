import { z } from "zod";
import type { Asked } from "./model-server.ts";

const writing = z.object({
  isFirst: z.boolean(),
  isLast: z.boolean(),
  title: z.string().optional(),
  sentences: z.array(z.object({ number: z.number(), text: z.string() })),
});
const revising = z.object({
  issues: z.array(z.string()),
  lines: z.array(z.object({ line: z.number(), text: z.string() })),
});
const checking = z.object({
  findings: z.string().optional(),
  lines: z.array(z.object({ line: z.number(), text: z.string() })),
});

/** The first value of a prompt, which may be followed by words. */
function readPrompt(prompt: string): unknown {
  return JSON.parse(prompt.split("\n\n")[0] ?? "");
}

/**
 * A model that does what it is told, as simply as can be: two hosts take turns with the sentences, a revision says of the lines
 * that issues quote that they are unchecked, a check finds every line with a figure. A search confirms the first line.
 */
export function answerHonestly({ prompt, searches }: Asked): string {
  const given = readPrompt(prompt);
  if (searches)
    return checking
      .parse(given)
      .lines.map(({ line, text }) => `${line}: ${text}`)
      .join("\n");
  const text = writing.safeParse(given);
  if (text.success) return JSON.stringify(writePart(text.data));
  const revision = revising.safeParse(given);
  if (revision.success) {
    const { issues, lines } = revision.data;
    const changes = lines
      .filter((line) => issues.some((issue) => line.text.includes(/「(.+?)」/u.exec(issue)?.[1] ?? "\0")))
      .map(({ line, text: original }) => ({ line, text: `${original}確かめられてはいないそうです。` }));
    return JSON.stringify({ changes });
  }
  const { lines, findings = "" } = checking.parse(given);
  const claims = lines
    .filter(({ text: spoken }) => /\p{Nd}/u.test(spoken))
    .map(({ line, text: spoken }) => ({
      line,
      text: spoken,
      verdict: "verified",
      note: "出典と一致",
      sources: [...findings.matchAll(/\[(\d+)\]/gu)].map(([, number]) => Number(number)).slice(0, 1),
    }));
  return JSON.stringify({ claims });
}

function writePart({ isFirst, isLast, title, sentences }: z.infer<typeof writing>) {
  const lines = sentences.map(({ number, text }, at) => ({
    speaker: at % 2 === 0 ? "A" : "B",
    text: text.slice(0, 300),
    sentences: [number],
  }));
  // Both hosts, whatever the number of sentences.
  lines.push({
    speaker: sentences.length % 2 === 0 ? "A" : "B",
    text: isLast ? "ありがとうございました。" : "なるほど。",
    sentences: [],
  });
  if (isFirst) lines.unshift({ speaker: "B", text: "こんにちは。", sentences: [] });
  const names = { title: title ?? sentences[0]?.text.slice(0, 20) ?? "", labels: ["ライフスタイル"] };
  return { lines, ...(isFirst ? names : {}) };
}

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

function readPrompt(prompt: string): unknown {
  return JSON.parse(prompt.split("\n\n")[0] ?? "");
}

/**
 * Obeys simply: two hosts alternate sentences, a revision calls the quoted lines unchecked, a check finds all lines with
 * figures, with the search's sources.
 */
export function answerHonestly({ prompt, searches, system }: Asked): string {
  const given = readPrompt(prompt);
  if (searches)
    return checking
      .parse(given)
      .lines.map(({ line, text }) => `${line}: ${text}`)
      .join("\n");
  const text = writing.safeParse(given);
  if (text.success) return JSON.stringify(writePart(text.data, system));
  const revision = revising.safeParse(given);
  if (revision.success) {
    const { issues, lines } = revision.data;
    const changes = lines
      .filter((line) => issues.some((issue) => line.text.includes(/「(.+?)」/u.exec(issue)?.[1] ?? "\0")))
      .map(({ line, text: original }) => ({ line, text: `${original}確かめられてはいないそうです。` }));
    return JSON.stringify({ changes });
  }
  const { lines, findings = "" } = checking.parse(given);
  const sourcesOf = (spoken: string) =>
    findings
      .split("\n")
      .filter((finding) => finding.includes(spoken))
      .flatMap((finding) => [...finding.matchAll(/\[(\d+)\]/gu)].map(([, number]) => Number(number)));
  const claims = lines
    .filter(({ text: spoken }) => /\p{Nd}/u.test(spoken))
    .map(({ line, text: spoken }) => ({
      line,
      text: spoken,
      verdict: "verified",
      note: "出典と一致",
      sources: sourcesOf(spoken),
    }));
  return JSON.stringify({ claims });
}

function writePart({ isFirst, isLast, title, sentences }: z.infer<typeof writing>, system: string) {
  const isAlone = system.includes("すべての行のspeakerはAです");
  const isInterview = /インタビューの台本|一問一答の台本/.test(system);
  const isOneSided = isInterview || system.includes("解説の台本");
  const greets = system.includes("短いあいさつで始め");
  const told = system.includes("半分くらいの長さ")
    ? sentences.slice(0, Math.max(1, Math.floor(sentences.length / 3)))
    : sentences;
  const lines = told.map(({ number, text }, at) => ({
    speaker: isAlone || isOneSided || at % 2 === 0 ? "A" : "B",
    text: text.slice(0, 300),
    sentences: [number],
  }));
  const add = (speaker: string, text: string) => ({ speaker, text, sentences: [] });
  if (isInterview) lines.unshift(add("B", "続きを聞かせてください。"));
  // Both hosts, however few sentences.
  else if (!isAlone) lines.push(add(isOneSided || told.length % 2 === 1 ? "B" : "A", "なるほど。"));
  if (isLast && greets) lines.push(add(isAlone ? "A" : "B", "ありがとうございました。"));
  if (isFirst && greets) lines.unshift(add(isAlone ? "A" : "B", "こんにちは。"));
  const names = { title: title ?? sentences[0]?.text.slice(0, 20) ?? "", labels: ["ライフスタイル"] };
  return { lines, ...(isFirst ? names : {}) };
}

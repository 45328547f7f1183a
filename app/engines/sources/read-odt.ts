import { Parser } from "htmlparser2";
import type { BlockCollector } from "./block-collector.ts";
import { openZip } from "./open-zip.ts";
import { readTitle, writeInChunks } from "./read-markup.ts";
import { type OmittedPart, RefusedSource } from "./source.ts";
import { TextFlow } from "./text-flow.ts";

/** Elements that are left out with their content, and what is recorded of them. */
const skipped = new Map<string, OmittedPart | null>([
  ["text:note", "footnotes"],
  ["draw:text-box", "captions"],
  ["text:table-of-content", null],
  ["text:alphabetical-index", null],
  ["text:tracked-changes", null],
  ["office:annotation", null],
  ["office:automatic-styles", null],
  ["text:page-number", null],
  ["svg:title", null],
  ["svg:desc", null],
]);

/** Returns the title. Throws `RefusedSource`, `SourceFull`. */
export function readOdt(bytes: Uint8Array, collector: BlockCollector): string {
  const parts = openZip(bytes, (name) => ["content.xml", "meta.xml", "META-INF/manifest.xml"].includes(name));
  const text = (name: string) => new TextDecoder().decode(parts[name]);
  if (text("META-INF/manifest.xml").includes("encryption-data")) throw new RefusedSource("encrypted");
  if (!parts["content.xml"]) throw new RefusedSource("damaged");
  const flow = readContent(text("content.xml"));
  const blocks = flow.end();
  for (const part of flow.omitted) collector.omit(part);
  for (const { kind, level, text } of blocks) collector.add({ kind, ...(level && { level }), text });
  return readTitle(text("meta.xml"));
}

function readContent(content: string): TextFlow {
  const flow = new TextFlow();
  let skipDepth = 0;
  let textDepth = 0;
  let itemDepth = 0;
  const begin = () => flow.begin({ kind: itemDepth > 0 ? "listItem" : "paragraph" });
  const handlers: Record<string, (attributes: Record<string, string>) => void> = {
    "text:h"(attributes) {
      textDepth++;
      flow.begin({ kind: "heading", level: Number(attributes["text:outline-level"]) || 1 });
    },
    "text:p"() {
      textDepth++;
      begin();
    },
    "text:list-item": () => void itemDepth++,
    "text:s": (attributes) => flow.add(attributes["text:c"] === "0" ? "" : " "),
    "text:tab": () => flow.add(" "),
    "text:line-break": () => flow.lineBreak(),
    "text:ruby": () => flow.beginRuby(),
    "text:ruby-text": () => flow.beginReading(),
    "table:table": () => flow.beginTable(),
    "table:table-header-rows": () => flow.headCell(),
    "table:table-row": () => flow.row(),
    "table:table-cell": () => flow.cell(),
  };
  const ends: Record<string, () => void> = {
    "text:h": () => void textDepth--,
    "text:p"() {
      textDepth--;
      begin();
    },
    "text:list-item": () => void itemDepth--,
    "text:ruby-text": () => flow.endReading(),
    "text:ruby": () => flow.endRuby(),
    "table:table": () => flow.endTable(),
  };
  const parser = new Parser(
    {
      onopentag(name, attributes: Record<string, string>) {
        const part = skipped.get(name);
        if (part !== undefined) skipDepth++;
        if (part) flow.omit(part);
        if (skipDepth === 0) handlers[name]?.(attributes);
      },
      onclosetag(name) {
        if (skipDepth === 0) ends[name]?.();
        if (skipped.has(name)) skipDepth--;
      },
      ontext(text) {
        if (skipDepth === 0 && textDepth > 0) flow.add(text.replace(/\s+/g, " "));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  writeInChunks(parser, content);
  parser.end();
  return flow;
}

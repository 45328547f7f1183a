import { Parser } from "htmlparser2";
import type { BlockCollector } from "./block-collector.ts";
import { openZip, type ZipParts } from "./open-zip.ts";
import { readTitle, writeInChunks } from "./read-markup.ts";
import { RefusedSource } from "./source.ts";
import { TextFlow } from "./text-flow.ts";

type Attributes = Record<string, string>;

interface Style {
  /** From 1; 0 for text. */
  level: number;
  isCaption: boolean;
  isContents: boolean;
}

const wanted = /^(?:word\/(?:document\d*|styles\d*)\.xml|docProps\/core\.xml)$/;
const skipped = new Set(["w:moveFrom", "w:del", "mc:Fallback", "w:sectPr", "w:pict", "w:fldData"]);

const xml = (parts: ZipParts, name: RegExp) => {
  const found = Object.keys(parts).find((part) => name.test(part));
  return found ? new TextDecoder().decode(parts[found]) : null;
};

/** Returns the title. Throws `RefusedSource`, `SourceFull`. */
export function readDocx(bytes: Uint8Array, collector: BlockCollector): string {
  const parts = openZip(bytes, (name) => wanted.test(name));
  const document = xml(parts, /^word\/document/);
  if (document === null) throw new RefusedSource("damaged");
  const flow = readBody(document, readStyles(xml(parts, /^word\/styles/) ?? ""));
  const blocks = flow.end();
  for (const part of flow.omitted) collector.omit(part);
  for (const { kind, level, text } of blocks) collector.add({ kind, ...(level && { level }), text });
  return readTitle(xml(parts, /^docProps/) ?? "");
}

function readStyles(styles: string): Map<string, Style> {
  const found = new Map<string, Style>();
  let style: Style | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes: Attributes) {
        const value = attributes["w:val"] ?? "";
        if (name === "w:style") {
          style = { level: 0, isCaption: false, isContents: false };
          found.set(attributes["w:styleId"] ?? "", style);
        } else if (style && name === "w:name") {
          style.level = Number(
            /^(?:heading|見出し) ?([1-9])$/i.exec(value)?.[1] ?? (/^title$/i.test(value) ? 1 : 0),
          );
          style.isCaption = /^(?:caption|図表番号)$/i.test(value);
          style.isContents = /^(?:toc|目次) ?[1-9]$/i.test(value);
        } else if (style && name === "w:outlineLvl" && style.level === 0 && /^[0-8]$/.test(value))
          style.level = Number(value) + 1;
      },
    },
    { xmlMode: true },
  );
  writeInChunks(parser, styles);
  parser.end();
  return found;
}

function readBody(document: string, styles: ReadonlyMap<string, Style>): TextFlow {
  const flow = new TextFlow();
  let skipDepth = 0;
  let textDepth = 0;
  let isHidden = false;
  let isDropped = false;
  const begin = () => {
    isDropped = false;
    flow.begin({ kind: "paragraph" });
  };
  const handlers: Record<string, (attributes: Attributes) => void> = {
    "w:p": begin,
    "w:pStyle": ({ "w:val": id = "" }) => {
      const style = styles.get(id);
      if (style?.isCaption) flow.omit("captions");
      isDropped = style?.isCaption === true || style?.isContents === true;
      if (style && style.level > 0) flow.begin({ kind: "heading", level: style.level });
    },
    "w:outlineLvl": ({ "w:val": level = "" }) => {
      if (/^[0-8]$/.test(level)) flow.begin({ kind: "heading", level: Number(level) + 1 });
    },
    "w:numPr": () => flow.makeItem(),
    "w:r": () => {
      isHidden = false;
    },
    "w:vanish": ({ "w:val": value = "" }) => {
      isHidden = value !== "0" && value !== "false";
    },
    "w:t": () => void textDepth++,
    "w:tab": () => flow.add(" "),
    "w:br": ({ "w:type": type }) => type === undefined && flow.lineBreak(),
    "w:cr": () => flow.lineBreak(),
    "w:tbl": () => flow.beginTable(),
    "w:tblHeader": () => flow.headCell(),
    "w:tr": () => flow.row(),
    "w:tc": () => flow.cell(),
    "w:ruby": () => flow.beginRuby(),
    "w:rt": () => flow.beginReading(),
    "w:rubyBase": () => flow.endReading(),
    "w:footnoteReference": () => flow.omit("footnotes"),
    "w:endnoteReference": () => flow.omit("footnotes"),
  };
  const parser = new Parser(
    {
      onopentag(name, attributes: Attributes) {
        if (skipped.has(name)) skipDepth++;
        if (skipDepth === 0) handlers[name]?.(attributes);
      },
      onclosetag(name) {
        if (skipped.has(name)) skipDepth = Math.max(0, skipDepth - 1);
        if (skipDepth > 0) return;
        if (name === "w:t") textDepth = Math.max(0, textDepth - 1);
        else if (name === "w:p") begin();
        else if (name === "w:ruby") flow.endRuby();
        else if (name === "w:tbl") flow.endTable();
      },
      ontext(text) {
        if (skipDepth === 0 && textDepth > 0 && !isHidden && !isDropped) flow.add(text);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  writeInChunks(parser, document);
  parser.end();
  return flow;
}

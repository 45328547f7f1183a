import { Parser } from "htmlparser2";
import type { BlockCollector } from "./block-collector.ts";
import { HtmlReader } from "./html-reader.ts";

const chunkLength = 65_536;

/** Writes in pieces, so that copies stay small. */
export function writeInChunks(parser: { write(chunk: string): void }, text: string): void {
  for (let at = 0; at < text.length; at += chunkLength) parser.write(text.slice(at, at + chunkLength));
}

/** Returns the title. Throws `SourceFull`. */
export function readHtml(text: string, collector: BlockCollector, o: { isBook: boolean }): string {
  const reader = new HtmlReader(o);
  writeInChunks(reader, text);
  reader.end(collector);
  return reader.title;
}

/** What `<dc:title>` says; may be empty. */
export function readTitle(metadata: string): string {
  let title = "";
  let isOpen = false;
  const parser = new Parser(
    {
      onopentag(name) {
        isOpen = name === "dc:title" && title === "";
      },
      ontext(text) {
        if (isOpen && title.length < 500) title += text;
      },
      onclosetag() {
        isOpen = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  writeInChunks(parser, metadata);
  parser.end();
  return title;
}

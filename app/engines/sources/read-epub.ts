import { posix } from "node:path";
import { Parser } from "htmlparser2";
import type { BlockCollector } from "./block-collector.ts";
import { decodeText } from "./decode-text.ts";
import { openZip, type ZipParts } from "./open-zip.ts";
import { readHtml, readTitle, writeInChunks } from "./read-markup.ts";
import { RefusedSource } from "./source.ts";

const wanted = /^META-INF\/(?:container|encryption|rights)\.xml$|\.(?:opf|x?html?|xml)$/i;
const maxChapters = 2000;

/** EPUB 2 and 3, in reading order; returns the title. Throws `RefusedSource`, `SourceFull`. */
export function readEpub(bytes: Uint8Array, collector: BlockCollector): string {
  const parts = openZip(bytes, (name) => wanted.test(name));
  const opfPath = attributesOf(parts["META-INF/container.xml"], "rootfile")[0]?.["full-path"];
  const opf = opfPath === undefined ? undefined : parts[opfPath];
  if (opfPath === undefined || !opf) throw new RefusedSource("damaged");
  const chapters = chaptersOf(opf, posix.dirname(opfPath));
  if (chapters.length === 0) throw new RefusedSource("damaged");
  if (isProtected(parts, chapters)) throw new RefusedSource("encrypted");
  for (const name of chapters.slice(0, maxChapters)) {
    const chapter = parts[name];
    if (chapter) readHtml(decodeText(chapter), collector, { isBook: true });
  }
  return readTitle(decodeText(opf));
}

function attributesOf(part: Uint8Array | undefined, name: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (tag === name || tag.endsWith(`:${name}`)) found.push(attributes);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  writeInChunks(parser, part ? new TextDecoder().decode(part) : "");
  parser.end();
  return found;
}

function chaptersOf(opf: Uint8Array, folder: string): string[] {
  const items = new Map(attributesOf(opf, "item").map((item) => [item.id, item]));
  return attributesOf(opf, "itemref").flatMap(({ idref, linear }) => {
    const item = items.get(idref);
    const isText = /x?html|xml/i.test(item?.["media-type"] ?? "");
    const isContents = /(?:^|\s)nav(?:\s|$)/.test(item?.properties ?? "");
    return item?.href && isText && !isContents && linear !== "no"
      ? [posix.join(folder, decodeHref(item.href))]
      : [];
  });
}

function decodeHref(href: string): string {
  const path = href.replace(/#.*$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Encrypted fonts don't protect text. */
function isProtected(parts: ZipParts, chapters: readonly string[]): boolean {
  const encrypted = attributesOf(parts["META-INF/encryption.xml"], "CipherReference").map(({ URI }) =>
    decodeHref(URI ?? ""),
  );
  return encrypted.some((uri) => chapters.includes(uri));
}

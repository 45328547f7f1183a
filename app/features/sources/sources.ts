import type { PageRefusal } from "#app/engines/sources/fetch-page.ts";
import type { OmittedPart, SourceBlock, SourceRefusal } from "#app/engines/sources/source.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { dayMs } from "#app/lib/time-units.ts";

const sourceFlows = ["v1", "v2"] as const;
export type SourceFlow = (typeof sourceFlows)[number];

/** A text is brought in here for a draft. */
export const sourcesPath = (flow: SourceFlow) => `/sources?flow=${flow}`;
export const sourcePath = (id: string, page = 0) => `/sources/${id}${page > 0 ? `?page=${page}` : ""}`;

/** From `?flow=`; the first without one. */
export const parseFlow = (flow: string | null): SourceFlow =>
  sourceFlows.find((known) => known === flow) ?? "v1";

export const creationPath = (flow: SourceFlow) => (flow === "v1" ? "/create-post" : "/create-post-v2");
/** The creation form, filled with what is chosen of a text. */
export const draftPath = (flow: SourceFlow, id: string) => `${creationPath(flow)}?step=input&source=${id}`;

/** Since it was read, or last used for a creation form. */
export const sourceLifetimeMs = dayMs;
export const maxSources = 20;
export const maxAddressLength = 2000;
export const maxChosenLength = 2000;
/** Of a text from which some minutes are chosen: a chapter or a long article. */
export const maxShortenedLength = 20_000;
/** Of free and of premium members' texts. Nothing longer is read at all. */
export const maxSeriesLength = { free: 20_000, premium: 100_000 };
/** Per page; the characters are approximate. */
export const maxBlocksOnPage = 80;
const charactersOnPage = 6000;

/** Only for the file dialog; the server looks at the file's content. */
export const acceptedFiles =
  ".txt,.md,.markdown,.html,.htm,.docx,.odt,.pdf,.epub,text/plain,text/markdown,text/html";

export const refusalMessages: Record<SourceRefusal, string> = {
  "no-file": "ファイルを選んでください。",
  "too-large": "ファイルは20MBまでです。使う章だけのファイルに分けてから、もう一度お試しください。",
  "unknown-kind":
    "この形式は読めません。テキスト・Markdown・HTML・Word（.docx）・ODT・PDF・EPUBのどれかで保存し直してください。",
  "old-word":
    "古いWord（.doc）か、パスワードつきのファイルです。パスワードを外し、.docxで保存し直してください。",
  encrypted: "パスワードや保護がかかっていて読めません。保護を外したファイルを選んでください。",
  damaged: "ファイルが壊れていて読めません。もとのアプリで開いて保存し直してから、もう一度お試しください。",
  empty: "文章が見つかりませんでした。文章の入ったファイルを選んでください。",
  scanned:
    "文字の入っていないPDFです（紙を写したもの）。文字認識（OCR）をしたPDFか、もとの文書を選んでください。",
  "unmapped-letters":
    "このPDFの文字は、読み取れない形で入っています。もとの文書か、別の方法で作ったPDFを選んでください。",
  "too-many-pages": "PDFは1,000ページまでです。使うページだけのPDFに分けてから、もう一度お試しください。",
  "too-large-inside":
    "ファイルの中身が大きすぎます。使う章だけのファイルに分けてから、もう一度お試しください。",
  "too-costly":
    "ファイルが複雑すぎて読みきれませんでした。使う部分だけのファイルにするか、文章を貼り付けてください。",
  "unknown-encoding":
    "文字コードがわかりませんでした。テキストをUTF-8で保存し直してから、もう一度お試しください。",
};

export const pageMessages: Record<PageRefusal, string> = {
  "bad-address": "https:// で始まる、だれでも開けるページのアドレスを入れてください。",
  robots:
    "このサイトは、プログラムで読み取ることを断っています（robots.txt）。自分の文章なら、ファイルにするか貼り付けてください。",
  "sign-in": "ログインの要るページは読めません。自分の文章なら、ファイルにするか貼り付けてください。",
  missing: "ページが見つかりませんでした。アドレスを確かめてください。",
  unreachable: "ページを読み取れませんでした。アドレスを確かめるか、しばらくしてからもう一度お試しください。",
  "too-large": "ページが大きすぎます。20MBまで読めます。",
};

const partNames: Record<OmittedPart, string> = {
  tables: "表",
  footnotes: "注",
  captions: "図や表の説明",
  pageNumbers: "ページ番号や柱",
  code: "プログラム",
};

export function omittedMessage(omitted: readonly OmittedPart[]): string | null {
  return omitted.length === 0
    ? null
    : `${omitted.map((part) => partNames[part]).join("・")}は、読み上げに向かないので除きました。`;
}

export interface SourceSummary {
  id: string;
  name: string;
  title: string;
  createdAt: Date;
}

export interface SourceView extends SourceSummary {
  flow: SourceFlow;
  blocks: SourceBlock[];
  omitted: OmittedPart[];
  isTruncated: boolean;
  chosen: number[];
}

/** Indexes of blocks, `end` exclusive. A page begins with a heading where one is near. */
export function pagesOf(blocks: readonly SourceBlock[]): { start: number; end: number }[] {
  const pages: { start: number; end: number }[] = [];
  let start = 0;
  let characters = 0;
  blocks.forEach(({ kind, text }, at) => {
    const isFull = characters + text.length > charactersOnPage || at - start >= maxBlocksOnPage;
    const isGoodPlace = kind === "heading" && characters > charactersOnPage / 2;
    if (at > start && (isFull || isGoodPlace)) {
      pages.push({ start, end: at });
      start = at;
      characters = 0;
    }
    characters += text.length;
  });
  return [...pages, { start, end: blocks.length }];
}

/** With the signs of headings and lists that a script is made from. */
export function chosenText(blocks: readonly SourceBlock[], chosen: readonly number[]): string {
  let text = "";
  let before: SourceBlock | undefined;
  for (const at of [...chosen].sort((a, b) => a - b)) {
    const block = blocks[at];
    if (!block) continue;
    const gap = before?.kind === "listItem" && block.kind === "listItem" ? "\n" : "\n\n";
    const sign = block.kind === "heading" ? "■ " : block.kind === "listItem" ? "・" : "";
    text += (before ? gap : "") + sign + block.text;
    before = block;
  }
  return text;
}

export const chosenLength = (blocks: readonly SourceBlock[], chosen: readonly number[]) =>
  countCharacters(chosenText(blocks, chosen));

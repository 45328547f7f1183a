import { formatDate } from "#app/lib/format-date.ts";
import type { NoticeTone } from "#app/ui/notice.tsx";
import { manifestPath, type Verdict } from "./provenance.ts";

export interface VerdictView {
  tone: NoticeTone;
  title: string;
  text: string;
  track: { title: string; path: string; facts: [name: string, text: string][]; manifest: string } | null;
}

export function describeVerdict(verdict: Verdict, of: "file" | "link"): VerdictView {
  const { state } = verdict;
  if (state === "unchanged" || state === "corrected") {
    const { track, isExcerpt } = verdict;
    const words = {
      unchanged: {
        file: ["このサイトの音声です。変わっていません", "いま公開している音声と、音がすべて同じです。"],
        link: ["このサイトの音声です", "公開されてから、訂正されていません。"],
      },
      corrected: {
        file: [
          "このサイトの音声です。そのあと訂正されました",
          "訂正の前に公開していた音声と、音がすべて同じです。",
        ],
        link: ["このサイトの音声です。公開のあとに訂正されました", "訂正の記録は、音声のページにあります。"],
      },
    } as const;
    const [title, text] = words[state][of];
    return {
      tone: state === "unchanged" ? "success" : "warning",
      title,
      text: isExcerpt ? `${text}プレミアム限定の音声の、冒頭の部分です。` : text,
      track: {
        title: track.title,
        path: track.path,
        manifest: manifestPath(track.id),
        facts: [
          ["投稿者", track.author],
          ["公開日", formatDate(new Date(track.publishedAt))],
          ...(verdict.state === "corrected"
            ? ([
                [of === "file" ? "訂正された日" : "最後の訂正", formatDate(new Date(verdict.correctedAt))],
              ] as const)
            : []),
          ["作り方", track.isRecording ? "運営が追加した録音です" : "AIで作られました"],
        ].map(([name = "", fact = ""]) => [name, fact]),
      },
    };
  }
  if (state === "taken-down")
    return {
      tone: "warning",
      title: "このサイトの音声でしたが、公開を停止しています",
      text: `運営が${formatDate(new Date(verdict.takenDownAt))}に公開を停止しました。`,
      track: null,
    };
  if (state === "not-public")
    return {
      tone: "warning",
      title: "このサイトの音声でしたが、いまは公開されていません",
      text: "題名と投稿者は、公開されているあいだだけお知らせします。",
      track: null,
    };
  if (state === "no-sound")
    return {
      tone: "info",
      title: "MP3の音声が見つかりません",
      text: "このサイトが配信しているのはMP3です。ほかの形式に変えた音声は、見分けられません。",
      track: null,
    };
  return {
    tone: "info",
    title: "わかりません",
    text:
      of === "file"
        ? "このサイトの音声と同じ音ではありません。切り取ったり、形式や音質を変えたりした音声、録音しなおした音声、削除された音声は、このサイトから出たものでも見分けられません。"
        : "このサイトで公開している音声のリンクではありません。削除された音声と、投稿した方が非公開にした音声も、わかりません。",
    track: null,
  };
}

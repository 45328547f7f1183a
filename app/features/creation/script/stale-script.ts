/** What a form about a script is answered with that can't be done any more, because of what was done elsewhere meanwhile. */
export const staleScript = {
  replaced: {
    title: "台本が新しくなっています",
    description: "ほかの画面で、台本がつくり直されました。いまの台本を確かめて、もう一度お試しください。",
  },
  /** Of its edits, which stay in the form. */
  edited: {
    title: "台本が新しくなっています",
    description:
      "ほかの画面で、台本がつくり直されました。下にあるのは、ここで直していた台本です。保存すると、新しい台本と置きかわります。",
  },
  gone: {
    title: "台本がありません",
    description: "この台本は、投稿されたか、やり直されたか、保存の期限が過ぎています。",
  },
  spoken: {
    title: "音声はもうできています",
    description: "ほかの画面で、この台本の音声がつくられました。",
  },
  busy: {
    title: "いまは変えられません",
    description: "ほかの画面で始めた作業が進んでいます。終わるか中止してから、もう一度お試しください。",
  },
} as const;

/** The title of such an answer; undefined for another message. */
export function staleTitle(message: string): string | undefined {
  return Object.values(staleScript).find(({ description }) => description === message)?.title;
}

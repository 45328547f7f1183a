import type { CreationFlow } from "../../creation.ts";

/** Each free of the daily limit. */
export const maxRespokenLines = 20;

export const revisionMessages = {
  stale: "ほかの画面でこの音声が直されました。いまの内容を確かめて、もう一度お試しください。",
  gone: "このプレビューは、投稿されたか、保存の期限が過ぎています。",
  usedUp: `言い直せるのは、1つの音声につき${maxRespokenLines}回までです。残りは0回です。`,
  unchanged: "文も読みも、前と同じです。",
  marked: "「A:」「B:」や「#」では始められません。",
  last: "声にする行が残らなくなるので、空にはできません。",
  tooLong: "台本が長くなりすぎます。短くしてください。",
  noUndo: "これより前の音声はありません。",
};

const headingParameter = "heading";

/** The preview with the form of its title and labels unfolded. */
export const headingPath = (flow: CreationFlow) => `${flow.path}?${headingParameter}`;

export const opensHeading = (search: URLSearchParams) => search.has(headingParameter);

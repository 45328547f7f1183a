/** Defaults of `startPreview`. */
export const newPreview = {
  flow: "v2" as const,
  script: "A: こんばんは。",
  title: "夜",
  inputText: "夜",
  speakingRate: 1,
  labels: [],
  factCheck: null,
};

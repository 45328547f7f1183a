/** What `startPreview` is asked for, as far as a test does not say otherwise. */
export const newPreview = {
  flow: "v2" as const,
  script: "A: こんばんは。",
  title: "夜",
  inputText: "夜",
  speakingRate: 1,
  labels: [],
  factCheck: null,
};

/** Beside a track that an engine speaks, wherever somebody may meet it first. */
export const aiSpeechLabel = "AI音声";

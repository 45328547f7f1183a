import type { Turn } from "#app/engines/script/script.ts";
import { type Id3Frame, longTextFrame, namedTextFrame, textFrame } from "#app/lib/id3-tag.ts";

export const aiNote = "この音声はAIで作られました。";

export const aiNoteTurn: Turn = { speaker: "A", text: aiNote, beginsParagraph: true };

/** What is spoken of a script with the notice in front. Without the longer pause, its first words would sound like a reply. */
export const withAiNote = ([first, ...rest]: readonly Turn[]): Turn[] => [
  aiNoteTurn,
  ...(first ? [{ ...first, beginsParagraph: true as const }] : []),
  ...rest,
];

/** Tags that say of a file, whatever its title: it is generated speech, and whose voices it has. */
export function provenanceFrames({ credit }: { credit?: string | null | undefined }): Id3Frame[] {
  return [
    namedTextFrame("AI-GENERATED", "AI-generated speech"),
    ...(credit ? [namedTextFrame("VOICE CREDIT", credit)] : []),
    longTextFrame("COMM", credit ? `${aiNote}音声 ${credit}` : aiNote),
    textFrame("TLAN", "jpn"),
    textFrame("TPUB", "Mugen"),
  ];
}
